package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.RawIngest.frame;

import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.Providers;
import testbed.contract.Wire;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Ingests, and what senders can do wrong: whatever it is, the right to run is free again soon. */
class IngestTest {
    private static final int MAX_OBJECT_BYTES = 4000;
    private static final Server RECEIVER = new Server(
            "",
            "SENDER_ALLOWLIST",
            "[::ffff:127.0.0.1]",
            "READ_TIMEOUT_MS",
            "1500",
            "CLIENT_TIMEOUT_MS",
            "3000",
            "MAX_OBJECT_BYTES",
            Integer.toString(MAX_OBJECT_BYTES));
    private static final byte[] GOLDEN = golden("json");
    private static final byte[] ANOTHER = golden("another");

    @AfterAll
    static void stop() {
        RECEIVER.close();
    }

    static ObjectNode ingestOf(int amount) {
        return Wire.MAPPER
                .createObjectNode()
                .put("amount", amount)
                .put("object_format", "JSON")
                .put("server_type", "rust")
                .put("object_type", "DummyObject");
    }

    /** The canonical object, or the same with another value. */
    private static byte[] golden(String name) {
        try {
            byte[] json = Providers.golden("DummyObject", "json");
            if (name.equals("json")) {
                return json;
            }
            ObjectNode another = (ObjectNode) Wire.MAPPER.readTree(json);
            Map.Entry<String, JsonNode> number = another.properties().stream()
                    .filter(member -> member.getValue().isInt())
                    .findFirst()
                    .orElseThrow();
            another.put(number.getKey(), number.getValue().intValue() ^ 1);
            return Wire.bytes(another);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** After every attack, another ingest can be opened at once, and works. */
    @AfterEach
    void the_right_is_free_again() throws Exception {
        try (RawIngest next = RawIngest.openSoon(RECEIVER, ingestOf(1))) {
            assertThat(next.frames(frame(0, GOLDEN))).startsWith("HTTP/1.1 204");
            assertThat(next.event().get("event").stringValue()).isEqualTo("result");
        }
    }

    private static void isEnded(RawIngest ingest, String code) throws IOException {
        JsonNode problem = ingest.event();
        assertThat(problem.get("event").stringValue()).as(problem.toString()).isEqualTo("problem");
        assertThat(problem.get("code").stringValue()).as(problem.toString()).isEqualTo(code);
    }

    @Test
    void frames_and_single_objects_are_warm_up_and_measured_part_in_order_of_arrival() throws Exception {
        try (RawIngest ingest = RawIngest.open(
                RECEIVER, ingestOf(4).put("warmup", 2).put("variants", 1).put("connections", 2))) {
            assertThat(ingest.frames(frame(3, GOLDEN), frame(0, GOLDEN), frame(1, GOLDEN)))
                    .startsWith("HTTP/1.1 204");
            assertThat(ingest.frames()).as("a sequence of no frames").startsWith("HTTP/1.1 204");
            assertThat(ingest.object("2", GOLDEN)).startsWith("HTTP/1.1 204");
            try (Socket chunks = ingest.begin("/frames", "Transfer-Encoding: chunked")) {
                byte[] body = RawIngest.frame(1, GOLDEN);
                for (byte[] frame : new byte[][] {body, body}) {
                    chunks.getOutputStream().write((Integer.toHexString(frame.length) + "\r\n").getBytes());
                    chunks.getOutputStream().write(frame);
                    chunks.getOutputStream().write("\r\n".getBytes());
                }
                chunks.getOutputStream().write("0\r\n\r\n".getBytes());
                assertThat(RawIngest.answer(chunks)).startsWith("HTTP/1.1 204");
            }
            JsonNode result = ingest.event();
            assertThat(result.get("event").stringValue()).isEqualTo("result");
            assertThat(result.get("rust").intValue()).isEqualTo(1);
            assertThat(result.get("verified").intValue()).isEqualTo(4);
            assertThat(result.get("connections").intValue()).isEqualTo(4);
            assertThat(result.get("warmup").get("amount").intValue()).isEqualTo(2);
            assertThat(ingest.frames(frame(0, GOLDEN))).as("after the end").startsWith("HTTP/1.1 404");
        }
    }

    @Test
    void a_sender_that_stalls_is_not_waited_for() throws Exception {
        try (RawIngest ingest = RawIngest.openSoon(RECEIVER, ingestOf(3));
                Socket stalled = ingest.begin(2L * (GOLDEN.length + 8), frame(0, GOLDEN))) {
            isEnded(ingest, "sender_timeout");
            assertThat(RawIngest.answer(stalled))
                    .as("when its next read took too long")
                    .startsWith("HTTP/1.1 404")
                    .contains("Connection: close");
        }
    }

    @Test
    void a_sender_that_trickles_holds_nothing() throws Exception {
        try (RawIngest ingest = RawIngest.openSoon(RECEIVER, ingestOf(3));
                Socket trickling = ingest.begin(GOLDEN.length + 8)) {
            trickling.getOutputStream().write(frame(0, GOLDEN), 0, 8);
            // Not up to the end, after which a busy machine would find the connection closed.
            for (int i = 0; i < 3; i++) {
                Thread.sleep(400);
                trickling.getOutputStream().write(GOLDEN[i]);
            }
            isEnded(ingest, "sender_timeout");
            trickling.getOutputStream().write(GOLDEN[3]);
            assertThat(RawIngest.answer(trickling)).startsWith("HTTP/1.1 404");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, MAX_OBJECT_BYTES + 1, -1})
    void an_object_of_no_bytes_or_too_many_ends_it(int length) throws Exception {
        try (RawIngest ingest = RawIngest.openSoon(RECEIVER, ingestOf(3))) {
            assertThat(ingest.frames(frame(0, GOLDEN), frame(length, 1, GOLDEN)))
                    .startsWith("HTTP/1.1 413")
                    .contains("too_large");
            isEnded(ingest, "sender_broken");
        }
        try (RawIngest ingest = RawIngest.openSoon(RECEIVER, ingestOf(3))) {
            assertThat(ingest.object("0", new byte[length == 0 ? 0 : MAX_OBJECT_BYTES + 1]))
                    .startsWith("HTTP/1.1 413");
            isEnded(ingest, "sender_broken");
        }
    }

    @Test
    void a_frame_that_the_body_has_no_room_for_ends_it() throws Exception {
        try (RawIngest ingest = RawIngest.openSoon(RECEIVER, ingestOf(3))) {
            assertThat(ingest.frames(frame(GOLDEN.length + 1, 0, GOLDEN)))
                    .startsWith("HTTP/1.1 400")
                    .contains("invalid_request");
            isEnded(ingest, "sender_broken");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "999999", "999999999"})
    void a_number_that_no_object_has_ends_it(String number) throws Exception {
        try (RawIngest ingest = RawIngest.openSoon(RECEIVER, ingestOf(3).put("warmup", 2))) {
            assertThat(ingest.object(number, GOLDEN)).startsWith("HTTP/1.1 400").contains("invalid_request");
            isEnded(ingest, "sender_broken");
        }
    }

    @ParameterizedTest
    @CsvSource({"guard, [1", "comparison, another"})
    void wrong_bytes_end_it(String by, String bytes) throws Exception {
        byte[] body = bytes.equals("another") ? ANOTHER : bytes.getBytes();
        try (RawIngest ingest = RawIngest.openSoon(RECEIVER, ingestOf(3))) {
            assertThat(ingest.frames(frame(0, GOLDEN), frame(1, body)))
                    .startsWith("HTTP/1.1 404")
                    .contains("not_found");
            JsonNode problem = ingest.event();
            assertThat(problem.get("code").stringValue()).isEqualTo("deserialize_failed");
            assertThat(problem.get("refused_by").stringValue()).isEqualTo(by);
            assertThat(problem.get("completed").intValue()).isEqualTo(1);
            assertThat(problem.get("request").intValue()).isEqualTo(1);
        }
    }

    @Test
    void a_sender_that_vanishes_ends_it() throws Exception {
        try (RawIngest ingest = RawIngest.openSoon(RECEIVER, ingestOf(3))) {
            ingest.begin(2L * (GOLDEN.length + 8), frame(0, GOLDEN), Arrays.copyOf(GOLDEN, 10))
                    .close();
            isEnded(ingest, "sender_broken");
        }
        try (RawIngest ingest = RawIngest.openSoon(RECEIVER, ingestOf(3))) {
            ingest.begin(2L * (GOLDEN.length + 8), frame(0, GOLDEN)).close();
            isEnded(ingest, "sender_broken");
        }
        RawIngest ingest = RawIngest.openSoon(RECEIVER, ingestOf(3));
        try (Socket pushing = ingest.begin(3L * (GOLDEN.length + 8), frame(0, GOLDEN))) {
            ingest.close();
            Thread.sleep(500);
            pushing.getOutputStream().write(frame(1, GOLDEN));
            assertThat(RawIngest.answer(pushing)).startsWith("HTTP/1.1 404");
        }
    }

    @Test
    void as_many_push_at_a_time_as_it_was_opened_for() throws Exception {
        try (RawIngest ingest = RawIngest.openSoon(RECEIVER, ingestOf(3).put("connections", 1));
                Socket pushing = ingest.begin(3L * (GOLDEN.length + 8), frame(0, GOLDEN))) {
            Thread.sleep(300);
            assertThat(ingest.object("1", GOLDEN)).startsWith("HTTP/1.1 409").contains("busy");
            pushing.getOutputStream().write(frame(1, GOLDEN));
            pushing.getOutputStream().write(frame(2, GOLDEN));
            assertThat(RawIngest.answer(pushing)).startsWith("HTTP/1.1 204");
            assertThat(ingest.event().get("event").stringValue()).isEqualTo("result");
        }
    }

    @Test
    void more_objects_than_it_was_opened_for_come_too_late() throws Exception {
        try (RawIngest ingest = RawIngest.openSoon(RECEIVER, ingestOf(2))) {
            assertThat(ingest.frames(frame(0, GOLDEN), frame(1, GOLDEN), frame(0, GOLDEN)))
                    .startsWith("HTTP/1.1 404");
            assertThat(ingest.event().get("event").stringValue()).isEqualTo("result");
        }
    }

    @Test
    void a_request_that_is_none_of_its_own_or_is_coded_does_no_harm() throws Exception {
        try (RawIngest ingest = RawIngest.openSoon(RECEIVER, ingestOf(1))) {
            isProblem(RECEIVER.post("/ingests/" + "0".repeat(32) + "/frames", new byte[9]), 404, "not_found");
            isProblem(
                    RECEIVER.post("/ingests/" + ingest.token() + "/frames", new byte[9], "Content-Encoding", "gzip"),
                    415,
                    "unsupported_media_type");
            isProblem(RECEIVER.post("/ingests", ingestOf(1)), 409, "busy");
            for (String number : List.of("-1", "x", "1x", "4294967296")) {
                assertThat(ingest.object(number, GOLDEN)).startsWith("HTTP/1.1 404");
            }
            assertThat(ingest.object("0", GOLDEN)).startsWith("HTTP/1.1 204");
            assertThat(ingest.event().get("event").stringValue()).isEqualTo("result");
        }
    }

    @Test
    void who_may_not_send_is_told_before_what_is_wrong_with_the_request() throws Exception {
        try (Server closed = new Server("")) {
            isProblem(closed.post("/ingests", ingestOf(0)), 403, "sender_not_allowed");
            isProblem(
                    closed.post("/ingests", new byte[2], "Content-Type", "text/plain"), 415, "unsupported_media_type");
        }
        try (Server open = new Server("", "SENDER_ALLOWLIST", "no-such-host.invalid,localhost")) {
            isProblem(open.post("/ingests", ingestOf(0)), 400, "invalid_request");
        }
    }
}
