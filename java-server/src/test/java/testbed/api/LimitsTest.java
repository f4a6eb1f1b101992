package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.FakeProvider.http;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.Providers;
import testbed.VerdictCases;
import testbed.VerdictCases.Case;
import testbed.contract.Format;
import testbed.contract.Wire;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Size;
import tools.jackson.databind.node.ObjectNode;

/** Sizes at their limits, and one beyond. */
class LimitsTest {
    /** Of the cases, those that are larger were made to cost a reader time, memory or stack. */
    private static final int COSTLY_BYTES = 10_000;

    private static final ObjectType TIMELINE =
            new ObjectTypes().named("Timeline").orElseThrow();
    private static final FakeProvider FAKE = new FakeProvider();
    private static final Server SERVER = new Server(FAKE.origin());
    private static final Server CONFIGURED =
            new Server(FAKE.origin(), "MAX_OBJECT_BYTES", "1000000", "MAX_BLOCK_BYTES", "262144");

    @AfterAll
    static void stop() throws Exception {
        SERVER.close();
        CONFIGURED.close();
        FAKE.close();
    }

    @ParameterizedTest
    @CsvSource({"4096, 403", "4097, 413"})
    void a_run_request_may_have_4096_bytes(int length, int status) throws Exception {
        byte[] run = padded(
                runOf("http://127.0.0.1:1", "JSON", "DummyObject", 1).toString().getBytes(StandardCharsets.UTF_8),
                length);
        assertThat(SERVER.post("/triggerReqs", run, "Content-Type", "application/json")
                        .statusCode())
                .isEqualTo(status);
        String chunked =
                "POST /triggerReqs HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(length) + "\r\n"
                        + new String(run, StandardCharsets.UTF_8) + "\r\n0\r\n\r\n";
        assertThat(RawHttp.send(SERVER.url(), chunked).statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"65536, 200", "65537, 413"})
    void a_body_to_decode_may_have_65536_bytes(int length, int status) throws Exception {
        byte[] body = padded(Providers.golden("DummyObject", "json"), length);
        assertThat(SERVER.post("/decode/JSON/2", body).statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void an_object_of_a_provider_may_have_65536_bytes(boolean chunked) throws Exception {
        byte[] golden = Providers.golden("DummyObject", "json");
        provides(padded(golden, 65536), chunked);
        HttpResponse<byte[]> run = SERVER.run(runOf(FAKE.origin(), "JSON", "DummyObject", 2));
        assertThat(json(run).get("verified").intValue()).isEqualTo(2);
        provides(padded(golden, 65537), chunked);
        isProblem(SERVER.run(runOf(FAKE.origin(), "JSON", "DummyObject", 2)), 502, "provider_too_large");
    }

    @ParameterizedTest
    @CsvSource({
        "1KiB, 65536, false",
        "16KiB, 65536, true",
        "64KiB, 262144, false",
        "256KiB, 1048576, false",
        "256KiB, 1048576, true"
    })
    void an_object_of_a_size_may_have_four_times_its_bytes(String size, int most, boolean chunked) throws Exception {
        Object canonical = TIMELINE.variants(Size.find(size)).get(0);
        byte[] body = Wire.bytes(canonical);
        ObjectNode run = runOf(FAKE.origin(), "JSON", "Timeline", 2).put("size", size);
        provides(padded(body, most), chunked);
        assertThat(json(SERVER.run(run)).get("verified").intValue()).isEqualTo(2);
        provides(padded(body, most + 1), chunked);
        HttpResponse<byte[]> answer = SERVER.run(run);
        isProblem(answer, 502, "provider_too_large");
        assertThat(json(answer).get("detail").stringValue()).contains(" more than " + most + " bytes");
    }

    @Test
    void a_block_may_hold_262144_bytes() throws Exception {
        provides(padded(Providers.golden("DummyObject", "json"), 65536), false);
        ObjectNode run = runOf(FAKE.origin(), "JSON", "DummyObject", 8);
        assertThat(json(CONFIGURED.run(run.put("block", 4))).get("verified").intValue())
                .isEqualTo(8);
        HttpResponse<byte[]> answer = CONFIGURED.run(run.put("block", 5));
        isProblem(answer, 502, "provider_too_large");
        assertThat(json(answer).get("request").intValue()).isEqualTo(4);
    }

    @Test
    void a_head_may_have_16_kib() throws Exception {
        assertThat(SERVER.get("/health_check", "X", "x".repeat(16_000)).statusCode())
                .isEqualTo(200);
        isProblem(SERVER.get("/health_check", "X", "x".repeat(16_384)), 431, "too_large");
    }

    @ParameterizedTest
    @MethodSource("testbed.Everything#walked")
    void bodies_that_are_made_to_cost_much_are_refused_and_the_server_serves_on(Format format) throws Exception {
        List<Case> costly = VerdictCases.of("reject").all().stream()
                .filter(one -> one.format() == format && one.bytes().length > COSTLY_BYTES)
                .toList();
        assertThat(costly).isNotEmpty();
        for (Case one : costly) {
            HttpResponse<byte[]> answer =
                    SERVER.post("/decode/" + format + "/" + one.type().name(), one.bytes());
            isProblem(answer, 422, "deserialize_failed");
            assertThat(json(answer).get("refused_by").stringValue()).isEqualTo("guard");
            assertThat(SERVER.get("/health_check").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_hundred_thousand_levels_are_refused_by_the_guard_and_cost_nothing() throws Exception {
        byte[] deep = "[".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
        isProblem(SERVER.post("/decode/JSON/1", deep), 413, "too_large");
        HttpResponse<byte[]> answer = CONFIGURED.post("/decode/JSON/1", deep);
        isProblem(answer, 422, "deserialize_failed");
        assertThat(json(answer).get("refused_by").stringValue()).isEqualTo("guard");
        assertThat(CONFIGURED.get("/health_check").statusCode()).isEqualTo(200);
    }

    private static void provides(byte[] body, boolean chunked) {
        byte[] whole = http("200 OK", "Content-Type: application/json\r\n", body);
        FAKE.plays((path, out) -> {
            if (!chunked) {
                out.write(whole);
                return true;
            }
            out.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                    .getBytes());
            for (int from = 0; from < body.length; from += 1000) {
                byte[] chunk = Arrays.copyOfRange(body, from, Math.min(from + 1000, body.length));
                out.write((Integer.toHexString(chunk.length) + "\r\n").getBytes());
                out.write(chunk);
                out.write("\r\n".getBytes());
            }
            out.write("0\r\n\r\n".getBytes());
            return true;
        });
    }

    private static byte[] padded(byte[] body, int length) {
        byte[] padded = Arrays.copyOf(body, length);
        Arrays.fill(padded, body.length, length, (byte) ' ');
        return padded;
    }
}
