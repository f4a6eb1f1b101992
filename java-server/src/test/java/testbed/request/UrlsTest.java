package testbed.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Providers;
import testbed.config.Config;
import testbed.contract.ProblemException;
import testbed.contract.Wire;
import testbed.engines.EngineRegistry;
import testbed.objects.ObjectTypes;
import tools.jackson.databind.JsonNode;

/** Every case of {@code providers/vectors/urls.json}, to which every server is held. */
class UrlsTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final JsonNode URLS = urls();
    private static final RunRequestReader READER = new RunRequestReader(
            Config.from(Map.of(
                    "PROVIDER_ALLOWLIST",
                    URLS.get("allowlist")
                            .valueStream()
                            .map(JsonNode::stringValue)
                            .collect(Collectors.joining(",")))),
            new EngineRegistry(TYPES),
            TYPES);

    static Stream<JsonNode> cases() {
        return URLS.get("cases").valueStream();
    }

    @Test
    void there_are_cases_of_each_verdict() {
        assertThat(cases().map(one -> one.get("verdict").stringValue()))
                .contains("allowed", "provider_not_allowed", "invalid_request");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void has_the_verdict_that_is_written_down(JsonNode one) {
        byte[] body = Wire.bytes(Wire.MAPPER
                .createObjectNode()
                .put("amount", 1)
                .put("provider_url", one.get("provider_url").stringValue())
                .put("object_format", "JSON")
                .put("server_type", "rust")
                .put("object_type", "DummyObject"));
        assertThat(verdict(body)).isEqualTo(one.get("verdict").stringValue());
    }

    private static String verdict(byte[] body) {
        try {
            READER.read(body);
            return "allowed";
        } catch (ProblemException e) {
            return Wire.MAPPER.readTree(Wire.bytes(e.problem())).get("code").stringValue();
        }
    }

    private static JsonNode urls() {
        try {
            return Wire.MAPPER.readTree(Providers.vectors("urls.json"));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
