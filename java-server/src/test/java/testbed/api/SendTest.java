package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.contract.Wire;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends from one server to another: what both ends find out, and who is refused. */
class SendTest {
    private static final int AMOUNT = 1100;
    private static final int WARMUP = 30;
    private static final int FRAME_HEAD = 8;
    private static final Server RECEIVER = new Server("", "SENDER_ALLOWLIST", "127.0.0.1");
    private static final Server CLOSED = new Server("", "SENDER_ALLOWLIST", "127.0.0.2,no-such-host.invalid");
    private static final Server SMALL =
            new Server("", "SENDER_ALLOWLIST", "localhost", "MAX_OBJECT_BYTES", "20", "MAX_CONCURRENCY", "4");
    private static final Server SENDER = new Server(
            "", "RECEIVER_ALLOWLIST", RECEIVER.url() + "," + CLOSED.url() + "," + SMALL.url() + ",http://127.0.0.1:1");

    @AfterAll
    static void stop() {
        SENDER.close();
        RECEIVER.close();
        CLOSED.close();
        SMALL.close();
    }

    private static ObjectNode sendOf(Server receiver, String format, int amount) {
        return Wire.MAPPER
                .createObjectNode()
                .put("amount", amount)
                .put("receiver_url", receiver.url())
                .put("object_format", format)
                .put("server_type", "java")
                .put("object_type", "DummyObject");
    }

    private static HttpResponse<byte[]> send(ObjectNode body, String... headers) throws Exception {
        HttpResponse<byte[]> response = SENDER.post("/triggerSends", body, headers);
        // An ingest whose client left is noticed a moment later.
        for (int i = 0; i < 100 && response.statusCode() == 409; i++) {
            Thread.sleep(20);
            response = SENDER.post("/triggerSends", body, headers);
        }
        return response;
    }

    @ParameterizedTest
    @CsvSource({
        "JSON, framed, 1",
        "BSON, framed, 1",
        "XML, framed, 4",
        "JSON, framed, 64",
        "JSON, request, 1",
        "BSON, request, 4",
        "XML, request, 4"
    })
    void every_object_is_written_sent_parsed_and_verified(String format, String transfer, int connections)
            throws Exception {
        ObjectNode body = sendOf(RECEIVER, format, AMOUNT)
                .put("warmup", WARMUP)
                .put("variants", 7)
                .put("transfer", transfer)
                .put("connections", connections);
        body.putArray("checkpoints").add(500).add(AMOUNT);
        HttpResponse<byte[]> response = send(body);
        assertThat(response.statusCode()).as(new String(response.body())).isEqualTo(200);
        JsonNode result = json(response);
        assertThat(result.propertyNames()).containsExactly("sent", "sender", "receiver");

        JsonNode sender = result.get("sender");
        JsonNode receiver = result.get("receiver");
        String lower = format.toLowerCase(java.util.Locale.ROOT);
        assertThat(sender.propertyNames())
                .startsWith("amount", lower + "_encoding_time_micro_s", lower + "_total_time_ms", "encode")
                .doesNotContain("rust", "java", "fetch", "guard_ns", "connections");
        assertThat(receiver.propertyNames())
                .startsWith("java", "amount", lower + "_parsing_time_micro_s", lower + "_total_time_ms", "parse")
                .contains("fetch", "guard_ns")
                .doesNotContain("event");
        for (JsonNode end : List.of(sender, receiver)) {
            assertThat(end.get("verified").intValue()).isEqualTo(AMOUNT);
            assertThat(end.get("warmup").get("amount").intValue()).isEqualTo(WARMUP);
            assertThat(end.get("blocks").get("mean_ns")).hasSize(AMOUNT / 500);
        }
        assertThat(sender.get("checkpoints")).hasSize(2);
        assertThat(receiver.get("checkpoints")).isEmpty();
        assertThat(receiver.get("payload").get("sha256"))
                .isEqualTo(sender.get("payload").get("sha256"));
        assertThat(receiver.get("payload").get("bytes"))
                .isEqualTo(sender.get("payload").get("bytes"));
        assertThat(receiver.get("connections").intValue())
                .as("as many as may push, of which the smallest part used some")
                .isEqualTo(connections);

        JsonNode sent = result.get("sent");
        assertThat(sent.propertyNames())
                .containsExactly("transfer", "connections", "requests", "sent_bytes", "received_bytes", "answers");
        boolean framed = transfer.equals("framed");
        int requests = framed ? connections : AMOUNT;
        assertThat(sent.get("transfer").stringValue()).isEqualTo(transfer);
        assertThat(sent.get("connections").intValue()).isEqualTo(connections);
        assertThat(sent.get("requests").intValue()).isEqualTo(requests);
        long payload = sender.get("payload").get("bytes").longValue() + (framed ? AMOUNT * FRAME_HEAD : 0);
        assertThat(sent.get("sent_bytes").longValue() - payload)
                .as("heads of requests, bytes")
                .isBetween(100L * requests, 300L * requests);
        assertThat(sent.get("received_bytes").longValue()).isBetween(20L * requests, 200L * requests);
        assertThat(sent.get("answers").get("p50_ns").longValue()).isPositive();
    }

    @Test
    void sizes_go_over_too_and_more_connections_than_objects_are_not_used() throws Exception {
        ObjectNode body = sendOf(RECEIVER, "JSON", 3)
                .put("object_type", "Order")
                .put("size", "256KiB")
                .put("connections", 8);
        JsonNode result = json(send(body));
        assertThat(result.get("sent").get("connections").intValue()).isEqualTo(3);
        assertThat(result.get("receiver").get("payload").get("min_bytes").intValue())
                .isGreaterThan(200_000);
    }

    @Test
    void both_engines_are_chosen() throws Exception {
        ObjectNode body = sendOf(RECEIVER, "JSON", 5);
        JsonNode chosen =
                json(send(body.put("engine", "jackson-databind-blackbird").put("receiver_engine", "gson")));
        assertThat(chosen.get("sender").get("engine").get("name").stringValue())
                .isEqualTo("jackson-databind-blackbird");
        assertThat(chosen.get("receiver").get("engine").get("name").stringValue())
                .isEqualTo("gson");
    }

    @Test
    void an_engine_that_the_receiver_has_not_is_refused_by_it() throws Exception {
        HttpResponse<byte[]> response = send(sendOf(RECEIVER, "JSON", 5).put("receiver_engine", "no-such-engine"));
        isProblem(response, 502, "receiver_refused");
        assertThat(json(response).get("receiver_code").stringValue()).isEqualTo("invalid_request");
        assertThat(json(response).get("detail").stringValue())
                .doesNotContain("no-such-engine")
                .contains(RECEIVER.url());
    }

    @ParameterizedTest
    @CsvSource({"framed, 1", "framed, 4", "request, 1", "request, 4"})
    void a_receiver_that_ends_early_is_heard(String transfer, int connections) throws Exception {
        ObjectNode body =
                sendOf(SMALL, "XML", 200_000).put("transfer", transfer).put("connections", connections);
        HttpResponse<byte[]> response = send(body);
        isProblem(response, 502, "receiver_refused");
        assertThat(json(response).get("receiver_code").stringValue()).isEqualTo("sender_broken");
        response = send(body.put("connections", 5));
        isProblem(response, 502, "receiver_refused");
        assertThat(json(response).get("receiver_code").stringValue()).isEqualTo("invalid_request");
    }

    @ParameterizedTest
    @CsvSource({"framed, 4", "request, 1"})
    void a_client_that_leaves_ends_the_send_and_the_ingest(String transfer, int connections) throws Exception {
        byte[] body = Wire.bytes(
                sendOf(RECEIVER, "JSON", 1_000_000).put("transfer", transfer).put("connections", connections));
        URI uri = URI.create(SENDER.url());
        try (Socket client = new Socket(uri.getHost(), uri.getPort())) {
            client.getOutputStream()
                    .write(
                            ("POST /triggerSends HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: "
                                            + body.length + "\r\n\r\n")
                                    .getBytes());
            client.getOutputStream().write(body);
            Thread.sleep(700);
            isProblem(RECEIVER.post("/ingests", IngestTest.ingestOf(1)), 409, "busy");
        }
        assertThat(json(send(sendOf(RECEIVER, "JSON", 3))).has("sent")).isTrue();
    }

    @Test
    void events_are_the_senders() throws Exception {
        ObjectNode body = sendOf(RECEIVER, "BSON", 20);
        body.putArray("checkpoints").add(10);
        HttpResponse<byte[]> response = send(body, "Accept", "application/x-ndjson");
        List<JsonNode> events = Arrays.stream(new String(response.body()).split("\n"))
                .map(Wire.MAPPER::readTree)
                .toList();
        assertThat(events)
                .extracting(event -> event.get("event").stringValue())
                .containsExactly("started", "checkpoint", "result");
        assertThat(events.get(2).propertyNames()).containsExactly("event", "sent", "sender", "receiver");
    }

    @Test
    void there_is_no_table_of_a_send() throws Exception {
        HttpResponse<byte[]> response = send(sendOf(RECEIVER, "BSON", 5), "Accept", "text/plain");
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        assertThat(json(response).has("sent")).isTrue();
    }

    @Test
    void who_is_not_allowed_is_told_at_both_ends() throws Exception {
        isProblem(
                send(sendOf(RECEIVER, "JSON", 5).put("receiver_url", "http://127.0.0.1:2")),
                403,
                "receiver_not_allowed");
        HttpResponse<byte[]> response = send(sendOf(CLOSED, "JSON", 5));
        isProblem(response, 502, "receiver_refused");
        assertThat(json(response).get("receiver_code").stringValue()).isEqualTo("sender_not_allowed");
    }

    @Test
    void nobody_at_home_is_unreachable() throws Exception {
        isProblem(
                send(sendOf(RECEIVER, "JSON", 5).put("receiver_url", "http://127.0.0.1:1")),
                502,
                "receiver_unreachable");
    }

    @Test
    void a_receiver_that_is_busy_is_told_as_such() throws Exception {
        try (RawIngest ingest = RawIngest.openSoon(RECEIVER, IngestTest.ingestOf(5))) {
            HttpResponse<byte[]> response = SENDER.post("/triggerSends", sendOf(RECEIVER, "JSON", 5));
            isProblem(response, 409, "busy");
            assertThat(response.headers().allValues("retry-after")).containsExactly("1");
        }
    }
}
