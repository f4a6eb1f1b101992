package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Providers;
import testbed.contract.Operation;
import testbed.contract.Wire;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs of operation partial between two real servers: every engine, by every way that bodies come. */
class PartialRunTest {
    private static final int AMOUNT = 300;
    private static final Server PROVIDER = new Server("");
    private static final Server CONSUMER = new Server(PROVIDER.url());

    @AfterAll
    static void stop() {
        CONSUMER.close();
        PROVIDER.close();
    }

    /** In turn a way and an object type. */
    static List<Arguments> runs() {
        List<Map<String, Object>> ways = List.of(
                Map.of("concurrency", 4),
                Map.of("block", 60),
                Map.of("source", "replay", "concurrency", 4),
                Map.of("source", "replay", "threads", 1));
        List<Arguments> runs = new ArrayList<>();
        for (Engine engine : EngineRegistry.ENGINES) {
            if (engine.operation() == Operation.PARTIAL) {
                for (Map<String, Object> way : ways) {
                    runs.add(Arguments.of(engine, runs.size() % 3 == 0 ? "DummyObject" : "NumericObject", way));
                }
            }
        }
        return runs;
    }

    @ParameterizedTest
    @MethodSource("runs")
    void every_excerpt_is_verified(Engine engine, String type, Map<String, Object> way) throws Exception {
        ObjectNode run = runOf(PROVIDER.url(), engine.format().word(), type, AMOUNT)
                .put("operation", "partial")
                .put("engine", engine.name())
                .put("warmup", 20)
                .put("variants", 250);
        run.setAll(Wire.MAPPER.<ObjectNode>valueToTree(way));
        HttpResponse<byte[]> response = CONSUMER.run(run);
        assertThat(response.statusCode()).as(new String(response.body())).isEqualTo(200);
        JsonNode result = json(response);
        assertThat(result.get("verified").intValue()).isEqualTo(AMOUNT);
        assertThat(result.get("parse").get("min_ns").longValue()).isPositive();
        assertThat(result.get("memory").get("allocated_bytes_per_object").doubleValue())
                .isPositive();
        assertThat(result.get("engine"))
                .isEqualTo(Wire.MAPPER
                        .createObjectNode()
                        .put("name", engine.name())
                        .put("library", engine.library())
                        .put("version", engine.version())
                        .put("format", engine.format().word())
                        .put("operation", "partial")
                        .set("kind", Wire.MAPPER.valueToTree(engine.kind().orElseThrow())));
        assertThat(result.get("environment").get("libraries").get(engine.library()))
                .isEqualTo(Wire.MAPPER.valueToTree(engine.version()));
    }

    @Test
    void checkpoints_and_the_stream_are_those_of_any_run() throws Exception {
        ObjectNode run = runOf(PROVIDER.url(), "JSON", "NumericObject", 20).put("operation", "partial");
        run.set("checkpoints", Wire.MAPPER.valueToTree(List.of(5, 10)));
        String lines =
                new String(CONSUMER.run(run, "Accept", "application/x-ndjson").body(), StandardCharsets.UTF_8);
        List<JsonNode> events = lines.lines().map(Wire.MAPPER::readTree).toList();
        assertThat(events)
                .extracting(event -> event.get("event").stringValue())
                .containsExactly("started", "checkpoint", "checkpoint", "result");
        assertThat(events.get(0).get("engine").get("name").stringValue()).isEqualTo("jackson-databind-partial");
        assertThat(events.get(0).get("engine").get("operation").stringValue()).isEqualTo("partial");
        assertThat(events.get(0).get("engine").get("kind").stringValue()).isEqualTo("partial-typed");
    }

    @Test
    void a_run_of_whole_objects_says_so_and_has_no_kind() throws Exception {
        JsonNode engine = json(CONSUMER.run(runOf(PROVIDER.url(), "JSON", "DummyObject", 1)))
                .get("engine");
        assertThat(engine.propertyNames()).containsExactly("name", "library", "version", "format", "operation");
        assertThat(engine.get("operation").stringValue()).isEqualTo("decode");
    }

    @Test
    void what_is_in_the_excerpt_is_compared_and_nothing_else() throws Exception {
        String golden = new String(Providers.golden("DummyObject", "json"), StandardCharsets.UTF_8);
        HttpResponse<byte[]> otherName = partialRunOf(golden.replace("\"name\":\"", "\"name\":\"Another "));
        assertThat(otherName.statusCode()).isEqualTo(200);
        HttpResponse<byte[]> otherFruit = partialRunOf(golden.replace(":\"apple\"", ":\"pear\""));
        isProblem(otherFruit, 502, "deserialize_failed");
        assertThat(json(otherFruit).get("refused_by").stringValue()).isEqualTo("comparison");
        assertThat(json(otherFruit).get("detail").stringValue())
                .startsWith("the body has another excerpt than variant 0");
        HttpResponse<byte[]> noName = partialRunOf(golden.replaceFirst("\"name\":\"[^\"]*\",", ""));
        isProblem(noName, 502, "deserialize_failed");
        assertThat(json(noName).get("refused_by").stringValue())
                .as("the guard is the same")
                .isEqualTo("guard");
    }

    private static HttpResponse<byte[]> partialRunOf(String body) throws Exception {
        try (FakeProvider fake = new FakeProvider();
                Server consumer = new Server(fake.origin())) {
            fake.plays((path, out) -> {
                out.write(FakeProvider.http(
                        "200 OK", "Content-Type: application/json\r\n", body.getBytes(StandardCharsets.UTF_8)));
                return true;
            });
            return consumer.run(runOf(fake.origin(), "JSON", "DummyObject", 3).put("operation", "partial"));
        }
    }
}
