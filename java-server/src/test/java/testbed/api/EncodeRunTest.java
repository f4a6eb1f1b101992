package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Providers;
import testbed.contract.Operation;
import testbed.contract.Wire;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs of operation encode: who writes, what is told, and that no provider is asked. */
class EncodeRunTest {
    private static final int AMOUNT = 1100;
    private static final Server SERVER = new Server("");

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    static List<Engine> writers() {
        return EngineRegistry.ENGINES.stream()
                .filter(engine -> engine.operation() == Operation.ENCODE)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("writers")
    void every_object_is_written_and_its_bytes_are_verified(Engine engine) throws Exception {
        ObjectNode run = Wire.MAPPER
                .createObjectNode()
                .put("operation", "encode")
                .put("amount", AMOUNT)
                .put("warmup", 20)
                .put("variants", 1024)
                .put("object_format", engine.format().word())
                .put("object_type", "NumericObject")
                .put("engine", engine.name());
        run.putArray("checkpoints").add(500).add(AMOUNT);
        HttpResponse<byte[]> response = SERVER.run(run);
        assertThat(response.statusCode()).as(new String(response.body())).isEqualTo(200);
        JsonNode result = Server.json(response);
        String format = engine.format().lowerCase();
        assertThat(result.propertyNames())
                .startsWith(
                        "amount",
                        format + "_encoding_time_micro_s",
                        format + "_total_time_ms",
                        "encode",
                        "advice",
                        "blocks")
                .doesNotContain("parse", "guard_ns", "connections", "fetch", "cores", "rust", "java")
                .endsWith("histograms");
        assertThat(result.get("verified").intValue()).isEqualTo(AMOUNT);
        assertThat(result.get("encode").get("min_ns").longValue()).isPositive();
        assertThat(result.get("memory").get("allocated_bytes_per_object").doubleValue())
                .isPositive();
        assertThat(result.get("blocks").get("mean_ns")).hasSize(AMOUNT / 500);
        assertThat(result.get("warmup").get("encode").get("total_ns").longValue())
                .isPositive();
        assertThat(result.get("checkpoints").get(1).get("encode")).isEqualTo(result.get("encode"));
        assertThat(result.get("engine").get("operation").stringValue()).isEqualTo("encode");
        assertThat(result.get("engine").get("kind").stringValue()).isEqualTo("canonical");
        assertThat(result.get("payload").get("min_bytes").intValue())
                .isLessThan(result.get("payload").get("max_bytes").intValue());
        assertThat(Providers.digests("NumericObject", format)).hasSize(1024);
    }
}
