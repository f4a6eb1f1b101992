package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Everything;
import testbed.Providers;
import testbed.contract.Format;
import testbed.contract.Wire;
import testbed.engines.EngineRegistry;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs between two real servers. */
class RunTest {
    private static final Server PROVIDER = new Server("");
    private static final Server CONSUMER = new Server(
            PROVIDER.url(), "MAX_AMOUNT", "2000", "MAX_REQUEST_BYTES", "1000", "RUN_TIMEOUT_BASE_MS", "600000");

    @AfterAll
    static void stop() {
        CONSUMER.close();
        PROVIDER.close();
    }

    /** Each format with each object type, and in turn a source and how many connections. */
    static List<Arguments> runs() {
        List<Arguments> ways = List.of(
                Arguments.of("http", 1),
                Arguments.of("http", 4),
                Arguments.of("replay", 1),
                Arguments.of("http", 4),
                Arguments.of("http", 64),
                Arguments.of("replay", 4));
        List<Arguments> runs = new ArrayList<>();
        Everything.formatsAndTypes().forEach(what -> {
            Object[] way = ways.get(runs.size() % ways.size()).get();
            runs.add(Arguments.of(what.get()[0], what.get()[1], way[0], way[1]));
        });
        return runs;
    }

    @ParameterizedTest
    @MethodSource("runs")
    void every_object_is_verified_and_the_figures_fit_together(
            Format format, String type, String source, int concurrency) throws Exception {
        HttpResponse<byte[]> response = CONSUMER.run(runOf(PROVIDER.url(), format.word(), type, 50)
                .put("warmup", 20)
                .put("variants", 30)
                .put("concurrency", concurrency)
                .put("source", source)
                .set("checkpoints", Wire.MAPPER.valueToTree(List.of(1, 25, 50))));
        assertThat(response.statusCode()).as(new String(response.body())).isEqualTo(200);
        assertThat(response.headers().allValues("content-type")).containsExactly("application/json");
        JsonNode result = json(response);
        String lower = format.lowerCase();
        assertThat(result.propertyNames())
                .filteredOn(name -> !name.equals("fetch")) // absent in replay: FiguresTest
                .containsExactly(
                        "java",
                        "amount",
                        lower + "_parsing_time_micro_s",
                        lower + "_total_time_ms",
                        "parse",
                        "advice",
                        "blocks",
                        "noise",
                        "reclaim",
                        "memory",
                        "cpu",
                        "jit",
                        "guard_ns",
                        "payload",
                        "connections",
                        "warmup",
                        "checkpoints",
                        "verified",
                        "engine",
                        "environment",
                        "histograms");
        assertThat(result.get("verified").intValue()).isEqualTo(50);
        figuresFit(
                result.get("parse"), result.get(lower + "_parsing_time_micro_s").longValue(), 50);
        assertThat(result.get("warmup").get("amount").intValue()).isEqualTo(20);
        assertThat(result.get("checkpoints"))
                .extracting(node -> node.get("amount").intValue())
                .containsExactly(1, 25, 50);
        assertThat(result.get("checkpoints").get(2).get("parse"))
                .as("the last checkpoint's figures are the run's")
                .isEqualTo(result.get("parse"));
        assertThat(result.get("connections").intValue()).isBetween(1, Math.min(concurrency, 50));
        payloadFits(result.get("payload"), format, type);
    }

    private static void figuresFit(JsonNode parse, long micros, int amount) {
        long total = parse.get("total_ns").longValue();
        assertThat(micros).isEqualTo((total + 500) / 1000);
        assertThat(parse.get("mean_ns").doubleValue()).isEqualTo((double) total / amount);
        List<Long> ascending = List.of("min_ns", "p50_ns", "p90_ns", "p99_ns", "max_ns").stream()
                .map(name -> parse.get(name).longValue())
                .toList();
        assertThat(ascending).isSorted();
        assertThat(parse.get("min_ns").longValue()).isPositive();
    }

    /** The digest is over the canonical bytes of the first 30 variants, which the measured 50 objects all have among them. */
    private static void payloadFits(JsonNode payload, Format format, String type) throws Exception {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        long bytes = 0;
        for (int i = 0; i < 50; i++) {
            byte[] body = PROVIDER.get(format.path() + "/" + type + "?index=" + i % 30)
                    .body();
            bytes += body.length;
            if (i < 30) {
                joined.writeBytes(body);
            }
        }
        assertThat(payload.get("bytes").longValue()).isEqualTo(bytes);
        assertThat(payload.get("sha256").stringValue()).isEqualTo(Providers.sha256(joined.toByteArray()));
    }

    @Test
    void the_required_fields_suffice_and_amounts_are_exact_at_the_cap() throws Exception {
        JsonNode result = json(CONSUMER.run(runOf(PROVIDER.url(), "JSON", "DummyObject", 2000)));
        assertThat(result.get("verified").intValue()).isEqualTo(2000);
        assertThat(result.get("connections").intValue()).isEqualTo(1);
        assertThat(result.has("warmup")).isFalse();
        assertThat(result.get("histograms").propertyNames()).containsExactly("measured");
        assertThat(result.get("payload").get("sha256").stringValue())
                .isEqualTo(Providers.digests("DummyObject", "json").get(0));
        isProblem(CONSUMER.run(runOf(PROVIDER.url(), "JSON", "DummyObject", 2001)), 400, "invalid_request");
    }

    @Test
    void a_stream_has_an_event_a_line() throws Exception {
        HttpResponse<byte[]> response = CONSUMER.run(
                runOf(PROVIDER.url(), "XML", "NumericObject", 20)
                        .set("checkpoints", Wire.MAPPER.valueToTree(List.of(5, 10))),
                "Accept",
                "text/html, application/x-ndjson;q=0.5, application/json");
        assertThat(response.headers().allValues("content-type")).containsExactly("application/x-ndjson");
        List<JsonNode> events = Arrays.stream(new String(response.body()).split("\n"))
                .map(Wire.MAPPER::readTree)
                .toList();
        assertThat(events)
                .extracting(event -> event.get("event").stringValue())
                .containsExactly("started", "checkpoint", "checkpoint", "result");
        assertThat(events.get(0).propertyNames()).containsExactly("event", "amount", "warmup", "engine");
        assertThat(events.get(1).propertyNames())
                .containsExactly("event", "amount", "parsing_time_micro_s", "total_time_ms", "parse");
        assertThat(events.get(3).get("verified").intValue()).isEqualTo(20);
        assertThat(events.get(3).propertyNames())
                .startsWith(
                        "event", "java", "amount", "xml_parsing_time_micro_s", "xml_total_time_ms", "parse", "advice")
                .endsWith("histograms");
    }

    @Test
    void a_run_of_few_objects_is_advised_to_have_more() throws Exception {
        JsonNode result = json(CONSUMER.run(runOf(PROVIDER.url(), "JSON", "DummyObject", 20)));
        assertThat(result.get("advice"))
                .extracting(JsonNode::stringValue)
                .contains("Of 20 objects the p99 says little more than the slowest. Ask for \"amount\": 1000 or more.");
    }

    @Test
    void a_table_is_told_to_whoever_asks_for_text() throws Exception {
        ObjectNode run = runOf(PROVIDER.url(), "BSON", "DummyObject", 20);
        HttpResponse<byte[]> response = CONSUMER.run(run, "Accept", "text/plain, application/json");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().allValues("content-type")).containsExactly("text/plain;charset=utf-8");
        assertThat(new String(response.body(), StandardCharsets.UTF_8))
                .startsWith("20 DummyObject as BSON from the java provider " + PROVIDER.url() + ", parsed by java\n\n"
                        + "objects        20, each as expected\nus an object   p50 ")
                .endsWith("\n");
        isProblem(CONSUMER.run(run.put("amount", 0), "Accept", "text/plain"), 400, "invalid_request");
    }

    @Test
    void problems_before_the_run_come_in_the_contracts_order() throws Exception {
        byte[] tooLarge = new byte[1001];
        isProblem(CONSUMER.post("/triggerReqs", tooLarge, "Content-Type", "text/plain"), 415, "unsupported_media_type");
        isProblem(CONSUMER.post("/triggerReqs", tooLarge), 415, "unsupported_media_type");
        isProblem(CONSUMER.post("/triggerReqs", tooLarge, "Content-Type", "application/json"), 413, "too_large");
        isProblem(
                CONSUMER.post("/triggerReqs", new byte[1000], "Content-Type", "APPLICATION/json; charset=utf-8"),
                400,
                "invalid_request");
        isProblem(CONSUMER.run(runOf("http://127.0.0.1:1", "JSON", "DummyObject", 0)), 400, "invalid_request");
        isProblem(
                CONSUMER.run(runOf("http://127.0.0.1:1", "JSON", "DummyObject", 1), "Accept", "application/x-ndjson"),
                403,
                "provider_not_allowed");
        String chunked =
                "POST /triggerReqs HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n3e9\r\n" + " ".repeat(1001) + "\r\n0\r\n\r\n";
        isProblem(RawHttp.send(CONSUMER.url(), chunked), 413, "too_large");
    }

    @Test
    void the_variants_of_a_type_are_loaded_before_the_first_request_of_a_run_that_names_it() throws Exception {
        AtomicReference<ObjectTypes> types = new AtomicReference<>();
        List<List<String>> atRequests = new CopyOnWriteArrayList<>();
        Function<ObjectTypes, EngineRegistry> registry = all -> {
            types.set(all);
            return new EngineRegistry(all);
        };
        byte[] golden = Providers.golden("DummyObject", "json");
        try (FakeProvider fake = new FakeProvider();
                Server consumer = new Server(registry, fake.origin())) {
            fake.plays((path, out) -> {
                atRequests.add(loaded(types.get()));
                out.write(FakeProvider.http("200 OK", "Content-Type: application/json\r\n", golden));
                return true;
            });
            assertThat(loaded(types.get())).isEmpty();
            consumer.run(runOf(fake.origin(), "JSON", "DummyObject", 1).put("variants", 2));
            assertThat(atRequests).containsExactly(List.of("DummyObject"));
        }
    }

    private static List<String> loaded(ObjectTypes types) {
        return types.all().stream()
                .filter(type -> type.variants().isLoaded())
                .map(ObjectType::name)
                .toList();
    }

    @Test
    void another_object_than_expected_is_found_out() throws Exception {
        byte[] golden = Providers.golden("DummyObject", "json");
        try (FakeProvider fake = new FakeProvider();
                Server consumer = new Server(fake.origin())) {
            fake.plays((path, out) -> {
                out.write(FakeProvider.http("200 OK", "Content-Type: application/json\r\n", golden));
                return true;
            });
            HttpResponse<byte[]> response =
                    consumer.run(runOf(fake.origin(), "JSON", "DummyObject", 5).put("variants", 3));
            isProblem(response, 502, "deserialize_failed");
            JsonNode problem = json(response);
            assertThat(problem.get("refused_by").stringValue()).isEqualTo("comparison");
            assertThat(problem.get("completed").intValue()).isEqualTo(1);
            assertThat(problem.get("request").intValue()).isEqualTo(1);
            assertThat(problem.get("phase").stringValue()).isEqualTo("measured");
            assertThat(problem.get("body_bytes").intValue()).isEqualTo(golden.length);
            assertThat(problem.get("body_sha256").stringValue()).isEqualTo(Providers.sha256(golden));
        }
    }
}
