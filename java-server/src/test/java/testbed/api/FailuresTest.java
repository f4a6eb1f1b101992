package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.FakeProvider.http;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.NestedBson;
import testbed.Providers;
import testbed.contract.Wire;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a provider can do wrong, and what the run then answers. */
class FailuresTest {
    private static final String TYPE = "Content-Type: application/json\r\n";
    private static final byte[] GOLDEN = golden("json");
    private static final FakeProvider FAKE = new FakeProvider();
    private static final int REFUSED_PORT = refusedPort();
    private static final Server CONSUMER = new Server(
            FAKE.origin() + ",http://127.0.0.1:" + REFUSED_PORT + ",http://no-such-host.invalid",
            "READ_TIMEOUT_MS",
            "2000",
            "MAX_OBJECT_BYTES",
            "4000");

    @AfterAll
    static void stop() throws Exception {
        CONSUMER.close();
        FAKE.close();
    }

    /** What is sent in answer to the third request, the connection's fate after it, and the code it must give. */
    record Case(String name, String code, byte[] answer, boolean keep) {
        static Case of(String name, String code, String answer) {
            return new Case(name, code, answer.getBytes(StandardCharsets.ISO_8859_1), false);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        String head = "HTTP/1.1 200 OK\r\n" + TYPE;
        String chunked = head + "Transfer-Encoding: chunked\r\n\r\n1\r\n1\r\n";
        return List.of(
                new Case("500", "provider_status", http("500 Internal Server Error", TYPE, GOLDEN), true),
                new Case("404", "provider_status", http("404 Not Found", TYPE, new byte[0]), true),
                new Case("204", "provider_status", "HTTP/1.1 204 No Content\r\n\r\n".getBytes(), true),
                new Case(
                        "a redirect",
                        "provider_status",
                        http("302 Found", TYPE + "Location: /JSONObject/2\r\n", GOLDEN),
                        true),
                new Case("HTML", "provider_content_type", http("200 OK", "Content-Type: text/html\r\n", GOLDEN), true),
                new Case("no type", "provider_content_type", http("200 OK", "", GOLDEN), true),
                new Case(
                        "a longer type",
                        "provider_content_type",
                        http("200 OK", "Content-Type: application/json5\r\n", GOLDEN),
                        true),
                new Case(
                        "gzip",
                        "provider_content_type",
                        http("200 OK", TYPE + "Content-Encoding: gzip\r\n", GOLDEN),
                        true),
                new Case("a body one too large", "provider_too_large", http("200 OK", TYPE, new byte[4001]), true),
                Case.of("a huge length", "provider_too_large", head + "Content-Length: 99999999999\r\n\r\nx"),
                Case.of(
                        "too many chunks",
                        "provider_too_large",
                        head + "Transfer-Encoding: chunked\r\n\r\n"
                                + ("3e8\r\n" + "x".repeat(1000) + "\r\n").repeat(5)),
                Case.of("a short body", "provider_truncated", head + "Content-Length: 10\r\n\r\n123456789"),
                Case.of("no body", "provider_truncated", head + "Content-Length: 10\r\n\r\n"),
                Case.of("a cut chunk", "provider_truncated", head + "Transfer-Encoding: chunked\r\n\r\n5\r\n123"),
                Case.of("no last chunk", "provider_truncated", head + "Transfer-Encoding: chunked\r\n\r\n1\r\n1\r\n"),
                Case.of("a cut last chunk", "provider_truncated", chunked + "0"),
                Case.of("a cut trailer", "provider_truncated", chunked + "0\r\nX: y"),
                Case.of("a cut head", "provider_unreachable", head),
                Case.of("a cut status line", "provider_unreachable", "HTTP/1.1 200"),
                Case.of("nothing", "provider_unreachable", ""),
                Case.of("no HTTP", "provider_unreachable", "SSH-2.0-OpenSSH_9.6\r\n\r\n"),
                Case.of("an endless head", "provider_too_large", head + "X: " + "x".repeat(20_000) + "\r\n\r\n"),
                new Case(
                        "HTML that does not end",
                        "provider_content_type",
                        endless("Content-Type: text/html\r\n"),
                        true),
                new Case("no type and no end", "provider_content_type", endless(""), true),
                new Case(
                        "a coding and no end",
                        "provider_content_type",
                        endless(TYPE + "Content-Encoding: br\r\n"),
                        true),
                Case.of("no length and no byte", "deserialize_failed", head + "\r\n"),
                new Case("an empty body", "deserialize_failed", http("200 OK", TYPE, new byte[0]), true),
                new Case("null", "deserialize_failed", http("200 OK", TYPE, "null".getBytes()), true),
                new Case(
                        "depth",
                        "deserialize_failed",
                        http("200 OK", TYPE, "[".repeat(4000).getBytes()),
                        true),
                new Case(
                        "a byte more",
                        "deserialize_failed",
                        http("200 OK", TYPE, Arrays.copyOf(GOLDEN, GOLDEN.length + 1)),
                        true));
    }

    /** An answer whose body ends with the connection. */
    private static byte[] endless(String headers) {
        return ("HTTP/1.1 200 OK\r\n" + headers + "\r\n<").getBytes(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void has_its_code_and_voids_the_run(Case wrong) throws Exception {
        int[] requests = {0};
        FAKE.plays((path, out) -> {
            boolean third = ++requests[0] == 3;
            out.write(third ? wrong.answer() : http("200 OK", TYPE, GOLDEN));
            return wrong.keep() || !third;
        });
        HttpResponse<byte[]> response =
                CONSUMER.run(runOf(FAKE.origin(), "JSON", "DummyObject", 10).put("warmup", 1));
        isProblem(response, 502, wrong.code());
        JsonNode problem = json(response);
        assertThat(problem.get("completed").intValue()).isEqualTo(1);
        assertThat(problem.get("request").intValue()).isEqualTo(1);
        assertThat(problem.get("phase").stringValue()).isEqualTo("measured");
        assertThat(problem.has("provider_status")).isEqualTo(wrong.code().equals("provider_status"));
        assertThat(problem.has("refused_by")).isEqualTo(wrong.code().equals("deserialize_failed"));
        assertThat(FAKE.connections()).as("nothing is retried or followed").isEqualTo(1);
        assertThat(requests[0]).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void a_provider_that_trickles_or_hangs_is_timed_out(int concurrency) throws Exception {
        FAKE.plays((path, out) -> {
            out.write(("HTTP/1.1 200 OK\r\n" + TYPE + "Content-Length: 1000\r\n\r\n").getBytes());
            for (int i = 0; i < 100; i++) {
                out.write(' ');
                out.flush();
                Thread.sleep(50);
            }
            return false;
        });
        long start = System.nanoTime();
        ObjectNode run = runOf(FAKE.origin(), "JSON", "DummyObject", 10)
                .put("concurrency", concurrency)
                .put("warmup", 3);
        HttpResponse<byte[]> response = CONSUMER.run(run);
        isProblem(response, 504, "provider_timeout");
        assertThat(json(response).get("phase").stringValue()).isEqualTo("warmup");
        assertThat(json(response).get("completed").intValue()).isZero();
        assertThat(System.nanoTime() - start).isGreaterThan(2_000_000_000L);
    }

    @Test
    void a_provider_that_takes_no_connection_is_timed_out() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Backlog backlog = Backlog.fill(full);
                Server consumer = new Server("http://127.0.0.1:" + full.getLocalPort(), "CONNECT_TIMEOUT_MS", "200")) {
            HttpResponse<byte[]> response =
                    consumer.run(runOf("http://127.0.0.1:" + full.getLocalPort(), "JSON", "DummyObject", 1));
            isProblem(response, 504, "provider_timeout");
            assertThat(json(response).get("detail").stringValue()).contains("CONNECT_TIMEOUT_MS");
        }
    }

    @Test
    void a_run_that_takes_too_long_is_ended() throws Exception {
        byte[] answer = http("200 OK", TYPE, GOLDEN);
        FAKE.plays((path, out) -> {
            Thread.sleep(20);
            out.write(answer);
            return true;
        });
        try (Server consumer =
                new Server(FAKE.origin(), "RUN_TIMEOUT_BASE_MS", "3000", "RUN_TIMEOUT_PER_OBJECT_MS", "0")) {
            HttpResponse<byte[]> response = consumer.run(runOf(FAKE.origin(), "JSON", "DummyObject", 1000));
            isProblem(response, 504, "provider_timeout");
            assertThat(json(response).get("detail").stringValue()).contains("RUN_TIMEOUT_BASE_MS");
            assertThat(json(response).get("completed").intValue()).isPositive();
        }
    }

    @Test
    void a_refused_port_and_an_unknown_host_are_unreachable() throws Exception {
        isProblem(
                CONSUMER.run(runOf("http://127.0.0.1:" + REFUSED_PORT, "JSON", "DummyObject", 1)),
                502,
                "provider_unreachable");
        isProblem(
                CONSUMER.run(runOf("http://no-such-host.invalid", "JSON", "DummyObject", 1)),
                502,
                "provider_unreachable");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void a_problem_ends_a_stream(int concurrency) throws Exception {
        FAKE.plays((path, out) -> {
            out.write(http("503 Service Unavailable", "", new byte[0]));
            return true;
        });
        HttpResponse<byte[]> response = CONSUMER.run(
                runOf(FAKE.origin(), "JSON", "DummyObject", 10).put("concurrency", concurrency),
                "Accept",
                "application/x-ndjson");
        assertThat(response.statusCode()).isEqualTo(200);
        List<JsonNode> events = Arrays.stream(new String(response.body()).split("\n"))
                .map(Wire.MAPPER::readTree)
                .toList();
        assertThat(events).extracting(event -> event.get("event").stringValue()).containsExactly("started", "problem");
        assertThat(events.get(1).get("code").stringValue()).isEqualTo("provider_status");
        assertThat(events.get(1).get("provider_status").intValue()).isEqualTo(503);
    }

    @Test
    void a_connection_closed_after_each_whole_answer_is_no_failure() throws Exception {
        FAKE.plays((path, out) -> {
            out.write(http("200 OK", TYPE + "Connection: close\r\n", GOLDEN));
            return false;
        });
        JsonNode result = json(CONSUMER.run(runOf(FAKE.origin(), "JSON", "DummyObject", 5)));
        assertThat(result.get("verified").intValue()).isEqualTo(5);
        assertThat(result.get("connections").intValue()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: application/json; charset=utf-8\r\n",
                "content-type: APPLICATION/JSON\r\nContent-Encoding: identity\r\n"
            })
    void chunks_interim_answers_and_parameters_are_no_failure(String headers) throws Exception {
        FAKE.plays((path, out) -> {
            out.write(("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n" + headers
                            + "Transfer-Encoding: chunked\r\n\r\n")
                    .getBytes());
            for (byte b : GOLDEN) {
                out.write(new byte[] {'1', '\r', '\n', b, '\r', '\n'});
            }
            out.write("0\r\n\r\n".getBytes());
            return true;
        });
        JsonNode result = json(CONSUMER.run(runOf(FAKE.origin(), "JSON", "DummyObject", 5)));
        assertThat(result.get("verified").intValue()).isEqualTo(5);
        assertThat(result.get("connections").intValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1b00000005646174610000ffff7f0000000000000000000000000000", "deep"})
    void hostile_bson_is_refused_and_the_server_serves_on(String hex) throws Exception {
        byte[] body = hex.equals("deep") ? NestedBson.of(500) : HexFormat.of().parseHex(hex.substring(0, 54));
        FAKE.plays((path, out) -> {
            out.write(http("200 OK", "Content-Type: application/bson\r\n", body));
            return true;
        });
        HttpResponse<byte[]> response = CONSUMER.run(runOf(FAKE.origin(), "BSON", "DummyObject", 1));
        isProblem(response, 502, "deserialize_failed");
        assertThat(json(response).get("refused_by").stringValue()).isEqualTo("guard");
        assertThat(CONSUMER.get("/health_check").statusCode()).isEqualTo(200);
    }

    private static byte[] golden(String format) {
        try {
            return Providers.golden("DummyObject", format);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static int refusedPort() {
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return closed.getLocalPort();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
