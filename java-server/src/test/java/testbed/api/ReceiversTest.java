package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.FakeProvider.http;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Wire;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a receiver can do wrong, and what the send then answers. */
class ReceiversTest {
    private static final String STREAM = "Content-Type: application/x-ndjson\r\n";
    private static final String PROBLEM = "Content-Type: application/problem+json\r\n";
    private static final String OPENED = "{\"event\":\"opened\",\"token\":\"" + "0a".repeat(16) + "\"}\n";
    private static final String RESULT =
            "{\"event\":\"started\"}\n{\"event\":\"result\",\"amount\":10,\"verified\":10}\n";
    private static final FakeProvider FAKE = new FakeProvider();
    private static final Server SENDER = new Server("", "RECEIVER_ALLOWLIST", FAKE.origin(), "READ_TIMEOUT_MS", "700");

    @AfterAll
    static void stop() throws Exception {
        SENDER.close();
        FAKE.close();
    }

    private static ObjectNode sendOf(String transfer, int connections) {
        return Wire.MAPPER
                .createObjectNode()
                .put("amount", 10)
                .put("receiver_url", FAKE.origin())
                .put("object_format", "JSON")
                .put("server_type", "rust")
                .put("object_type", "NumericObject")
                .put("transfer", transfer)
                .put("connections", connections);
    }

    private static HttpResponse<byte[]> send(String transfer, int connections) throws Exception {
        return SENDER.post("/triggerSends", sendOf(transfer, connections));
    }

    /** A whole answer to {@code POST /ingests}, and the code that it must give. */
    record Case(String name, String code, byte[] answer) {
        static Case of(String name, String code, String status, String headers, String body) {
            return new Case(name, code, http(status, headers, body.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        String secret = "{\"code\":\"secret\",\"detail\":\"secret\"}";
        return List.of(
                Case.of("a redirect", "receiver_unreachable", "302 Found", STREAM + "Location: /\r\n", OPENED),
                Case.of("another type", "receiver_unreachable", "200 OK", "Content-Type: text/html\r\n", OPENED),
                Case.of("no type", "receiver_unreachable", "200 OK", "", OPENED),
                Case.of("coded", "receiver_unreachable", "200 OK", STREAM + "Content-Encoding: gzip\r\n", OPENED),
                Case.of("no event", "receiver_unreachable", "200 OK", STREAM, "{}\n"),
                Case.of("no object", "receiver_unreachable", "200 OK", STREAM, "[\n"),
                Case.of("no token", "receiver_unreachable", "200 OK", STREAM, "{\"event\":\"opened\"}\n"),
                Case.of("no hex", "receiver_unreachable", "200 OK", STREAM, OPENED.replace("0a", "/.")),
                Case.of("half a line", "receiver_unreachable", "200 OK", STREAM, OPENED.strip()),
                Case.of("an endless line", "receiver_unreachable", "200 OK", STREAM, "x".repeat((4 << 20) + 1)),
                Case.of("nothing", "receiver_unreachable", "200 OK", STREAM, ""),
                Case.of(
                        "started first",
                        "receiver_unreachable",
                        "200 OK",
                        STREAM,
                        "{\"event\":\"started\"}\n" + OPENED),
                Case.of(
                        "two tokens",
                        "receiver_unreachable",
                        "200 OK",
                        STREAM,
                        OPENED.replace("{", "{\"token\":\"\",")),
                Case.of(
                        "two events",
                        "receiver_unreachable",
                        "200 OK",
                        STREAM,
                        OPENED.replace("{", "{\"event\":\"\",")),
                Case.of("a byte order mark", "receiver_unreachable", "200 OK", STREAM, "\uFEFF" + OPENED),
                Case.of(
                        "a number too large",
                        "receiver_unreachable",
                        "200 OK",
                        STREAM,
                        OPENED.replace("{", "{\"n\":1e999,")),
                new Case(
                        "UTF-16",
                        "receiver_unreachable",
                        http("200 OK", STREAM, OPENED.replace("\n", "\u0a00").getBytes(StandardCharsets.UTF_16BE))),
                Case.of("two codes", "receiver_unreachable", "409 No", PROBLEM, "{\"code\":\"x\",\"code\":\"busy\"}"),
                Case.of("404 of others", "receiver_unreachable", "404 Not Found", "Content-Type: text/html\r\n", "x"),
                Case.of("an unknown problem", "receiver_refused", "500 Internal Server Error", PROBLEM, secret),
                Case.of("busy", "busy", "409 Conflict", PROBLEM, "{\"code\":\"busy\"}"),
                Case.of("stopping", "receiver_refused", "503 No", PROBLEM, "{\"code\":\"shutting_down\"}"),
                new Case("no HTTP", "receiver_unreachable", "SSH-2.0-OpenSSH_9.6\r\n\r\n".getBytes()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void what_opens_no_ingest_is_told_without_its_words(Case play) throws Exception {
        FAKE.plays((path, out) -> {
            out.write(play.answer());
            return true;
        });
        HttpResponse<byte[]> response = send("framed", 1);
        isProblem(response, play.code().equals("busy") ? 409 : 502, play.code());
        assertThat(new String(response.body())).doesNotContain("secret");
        JsonNode code = json(response).get("receiver_code");
        assertThat(code == null ? "" : code.stringValue())
                .isEqualTo(play.name().equals("stopping") ? "shutting_down" : "");
        assertThat(json(response).get("completed").intValue()).isZero();
    }

    @Test
    void a_receiver_that_says_nothing_is_not_waited_for() throws Exception {
        FAKE.plays((path, out) -> true);
        HttpResponse<byte[]> response = send("framed", 1);
        isProblem(response, 504, "receiver_timeout");
        assertThat(json(response).get("detail").stringValue()).contains("READ_TIMEOUT_MS");
    }

    /** Answers pushes so, and says so on the stream of the ingest, as soon as something was pushed. */
    private static void plays(String answer, String said) {
        plays(answer, said, true);
    }

    private static void plays(String answer, String said, boolean keep) {
        CountDownLatch pushed = new CountDownLatch(1);
        FAKE.plays((path, out) -> {
            if (path.equals("/ingests")) {
                out.write(("HTTP/1.1 200 OK\r\n" + STREAM + "\r\n" + OPENED).getBytes());
                pushed.await();
                out.write(said.getBytes());
                return true;
            }
            pushed.countDown();
            out.write(answer.getBytes());
            return keep;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 204", "HTTP/1.1 204 No Con", "HTTP/1.1 204 No Content\r\nX: y\r\n"})
    void an_answer_to_a_push_that_is_cut_off_is_not_believed(String answer) throws Exception {
        plays(answer, RESULT, false);
        HttpResponse<byte[]> response = send("connection", 1);
        isProblem(response, 502, "receiver_unreachable");
        assertThat(json(response).get("detail").stringValue()).contains("closed the connection");
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 204 No Content\r\n\r\n", "\r\n", "\0", "x"})
    void what_follows_the_answer_to_a_push_is_one_that_nobody_asked_for(String more) throws Exception {
        plays("HTTP/1.1 204 No Content\r\n\r\n" + more, "");
        HttpResponse<byte[]> response = send("request", 1);
        isProblem(response, 502, "receiver_unreachable");
        assertThat(json(response).get("detail").stringValue()).contains("what nobody asked");
    }

    @ParameterizedTest
    @CsvSource({"framed, 1", "framed, 4", "request, 1", "request, 4"})
    void a_push_that_is_refused_is_told_as_the_ingest_says(String transfer, int connections) throws Exception {
        String notFound = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
        plays(notFound, "{\"event\":\"started\"}\n{\"event\":\"problem\",\"code\":\"deserialize_failed\"}\n");
        HttpResponse<byte[]> response = send(transfer, connections);
        isProblem(response, 502, "receiver_refused");
        assertThat(json(response).get("receiver_code").stringValue()).isEqualTo("deserialize_failed");
        assertThat(json(response).get("phase").stringValue()).isEqualTo("measured");

        plays(notFound, "");
        response = send(transfer, connections);
        isProblem(response, 502, "receiver_unreachable");
        assertThat(json(response).get("detail").stringValue()).contains("404");
    }

    @Test
    void a_receiver_that_takes_all_and_has_no_result_is_not_waited_for() throws Exception {
        plays("HTTP/1.1 204 No Content\r\n\r\n", "{\"event\":\"started\"}\n");
        isProblem(send("framed", 1), 504, "receiver_timeout");
    }

    @Test
    void a_push_of_one_object_that_is_not_answered_is_not_waited_for() throws Exception {
        plays("", "");
        isProblem(send("request", 2), 504, "receiver_timeout");
    }

    @Test
    void a_send_that_takes_too_long_ends() throws Exception {
        plays("", "");
        try (Server sender = new Server(
                "",
                "RECEIVER_ALLOWLIST",
                FAKE.origin(),
                "RUN_TIMEOUT_BASE_MS",
                "800",
                "RUN_TIMEOUT_PER_OBJECT_MS",
                "0")) {
            HttpResponse<byte[]> response = sender.post("/triggerSends", sendOf("framed", 2));
            isProblem(response, 504, "receiver_timeout");
            assertThat(json(response).get("detail").stringValue()).contains("RUN_TIMEOUT_BASE_MS");
        }
    }

    @Test
    void a_send_is_one_run_at_a_time_and_ends_with_its_server() throws Exception {
        Server sender = new Server("", "RECEIVER_ALLOWLIST", FAKE.origin());
        CountDownLatch asked = new CountDownLatch(1);
        FAKE.plays((path, out) -> {
            asked.countDown();
            return true;
        });
        CompletableFuture<HttpResponse<byte[]>> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return sender.post("/triggerSends", sendOf("framed", 1));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        isProblem(sender.post("/triggerSends", sendOf("framed", 1)), 409, "busy");
        sender.close();
        isProblem(waiting.get(30, TimeUnit.SECONDS), 503, "shutting_down");
    }
}
