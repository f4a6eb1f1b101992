package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import testbed.contract.Format;
import testbed.environment.Machine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs with {@code threads}: several parse at once. */
class CoresTest {
    private static final int AMOUNT = 1_001;
    private static final int MOST = Math.min(Machine.cpus(), 64);
    private static final Server PROVIDER = new Server("");
    private static final Server CONSUMER = new Server(PROVIDER.url(), "MAX_AMOUNT", "1000000000");

    @AfterAll
    static void stop() {
        CONSUMER.close();
        PROVIDER.close();
    }

    private static ObjectNode replay(Format format, int threads) {
        return runOf(PROVIDER.url(), format.toString(), "DummyObject", AMOUNT)
                .put("warmup", 100)
                .put("variants", 64)
                .put("source", "replay")
                .put("threads", threads);
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void one_thread_gives_its_objects_over_its_windows_and_the_pauses_outside_them(Format format) throws Exception {
        JsonNode result = json(CONSUMER.run(replay(format, 1)));
        JsonNode cores = result.get("cores");
        assertThat(result.get("verified").intValue()).isEqualTo(AMOUNT);
        assertThat(cores.get("threads").intValue()).isEqualTo(1);
        assertThat(cores.get("objects_per_s").doubleValue())
                .isCloseTo(
                        AMOUNT
                                * 1e9
                                / (result.get("parse").get("total_ns").longValue()
                                        + result.get("reclaim")
                                                .get("gc_pause_outside_ns")
                                                .longValue()),
                        within(1e-3));
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void as_many_threads_as_cpus_verify_every_object(Format format) throws Exception {
        JsonNode result = json(CONSUMER.run(replay(format, MOST)));
        assertThat(result.get("verified").intValue()).isEqualTo(AMOUNT);
        for (JsonNode part : new JsonNode[] {result, result.get("warmup")}) {
            assertThat(part.get("cores").get("threads").intValue()).isEqualTo(MOST);
            assertThat(part.get("cores").get("objects_per_s").doubleValue()).isPositive();
            assertThat(part.get("guard_ns").longValue()).isPositive();
            assertThat(part.has("steadiness") || part.has("fetch")).isFalse();
            assertThat(part.get("blocks").propertyNames()).containsExactly("objects", "mean_ns", "p50_ns");
        }
        assertThat(result.get("payload").get("sha256"))
                .isEqualTo(json(CONSUMER.run(replay(format, 1))).get("payload").get("sha256"));
    }

    @Test
    void a_run_on_its_own_thread_has_no_such_figure() throws Exception {
        ObjectNode alone = replay(Format.JSON, 1);
        alone.remove("threads");
        JsonNode result = json(CONSUMER.run(alone));
        assertThat(result.has("cores") || result.get("warmup").has("cores")).isFalse();
        assertThat(json(CONSUMER.get("/engines")).get("cpus").intValue()).isEqualTo(Machine.cpus());
    }

    @Test
    void the_table_tells_how_fast_they_were_together() throws Exception {
        HttpResponse<byte[]> answer = CONSUMER.run(replay(Format.JSON, 1), "Accept", "text/plain");
        assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                .containsPattern("\ncores {10}1 thread: [0-9,]+ objects a second\n")
                .contains(", block 1, threads 1\n");
    }

    @ParameterizedTest
    @CsvSource({"source, http", "concurrency, 2", "threads, 0", "threads, 65", "block, 2"})
    void what_threads_do_not_go_with_is_refused(String field, String value) throws Exception {
        ObjectNode run = replay(Format.JSON, 1);
        if (field.equals("source")) {
            run.put(field, value);
        } else {
            run.put(field, Integer.parseInt(value));
        }
        HttpResponse<byte[]> refused = CONSUMER.run(run);
        isProblem(refused, 400, "invalid_request");
        assertThat(json(refused).get("field").stringValue()).isEqualTo(field.equals("block") ? "block" : "threads");
    }

    @Test
    @Timeout(120)
    void a_server_that_stops_ends_the_run_and_its_threads() throws Exception {
        Server stopping = new Server(PROVIDER.url(), "MAX_AMOUNT", "1000000000");
        ObjectNode endless = replay(Format.JSON, MOST).put("amount", 1_000_000_000);
        CompletableFuture<HttpResponse<byte[]>> run = CompletableFuture.supplyAsync(() -> answer(stopping, endless));
        while (parsing() < MOST) {
            Thread.sleep(5);
        }
        stopping.close();
        HttpResponse<byte[]> ended = run.get(60, TimeUnit.SECONDS);
        isProblem(ended, 503, "shutting_down");
        assertThat(parsing()).isZero();
    }

    private static long parsing() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("parse-"))
                .count();
    }

    private static HttpResponse<byte[]> answer(Server server, ObjectNode run) {
        try {
            return server.run(run);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
