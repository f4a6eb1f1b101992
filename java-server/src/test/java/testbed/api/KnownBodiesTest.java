package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.FakeProvider.http;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.Providers;
import testbed.WrappedEngine;
import testbed.contract.Format;
import testbed.contract.Rules;

/** A format whose guard passes the bodies of variants and no others: what is not one comes to no engine. */
class KnownBodiesTest {
    private static final Format FORMAT = Arrays.stream(Format.values())
            .filter(format -> format.rules() == Rules.KNOWN)
            .findFirst()
            .orElseThrow();
    private static final AtomicInteger DECODED = new AtomicInteger();
    private static final FakeProvider FAKE = new FakeProvider();
    private static final Server SERVER = new Server(
            WrappedEngine.registry(FORMAT, decoder -> body -> {
                DECODED.incrementAndGet();
                return decoder.decode(body);
            }),
            FAKE.origin());
    private static byte[] golden;
    private static byte[] other;
    private static byte[] ofSize;

    @BeforeAll
    static void begin() throws Exception {
        golden = Providers.golden("Tweet", FORMAT.lowerCase());
        other = SERVER.get(FORMAT.path() + "/Tweet?index=7").body();
        ofSize = SERVER.get(FORMAT.path() + "/Tweet?size=1KiB").body();
        assertThat(SERVER.post("/decode/" + FORMAT + "/Tweet", golden).statusCode())
                .isEqualTo(200);
    }

    @AfterAll
    static void stop() throws Exception {
        SERVER.close();
        FAKE.close();
    }

    private static HttpResponse<byte[]> run(byte[] body) throws Exception {
        FAKE.plays((path, out) -> {
            out.write(http("200 OK", "Content-Type: " + FORMAT.mediaType() + "\r\n", body));
            return true;
        });
        return SERVER.run(runOf(FAKE.origin(), FORMAT.word(), "Tweet", 1));
    }

    @Test
    void the_body_that_is_due_is_read() throws Exception {
        int before = DECODED.get();
        assertThat(json(run(golden)).get("verified").intValue()).isEqualTo(1);
        assertThat(DECODED.get()).isGreaterThan(before);
    }

    /** Where the first field ends, which is a number. */
    private static int first(byte[] body) {
        int at = 1;
        while (body[at] < 0) {
            at++;
        }
        return at + 1;
    }

    /** What says the same in other bytes: all fields twice, in another order, one that nobody knows, a number in a byte more. */
    private static byte[] again(byte[] body) {
        return with(body, body);
    }

    private static byte[] reordered(byte[] body) {
        int end = first(body);
        return with(Arrays.copyOfRange(body, end, body.length), Arrays.copyOf(body, end));
    }

    private static byte[] unknown(byte[] body) {
        return with(body, HexFormat.of().parseHex("f80101"));
    }

    private static byte[] longer(byte[] body) {
        int end = first(body);
        byte[] number = Arrays.copyOf(body, end + 1);
        number[end - 1] |= (byte) 0x80;
        number[end] = 0;
        return with(number, Arrays.copyOfRange(body, end, body.length));
    }

    private static byte[] cut(byte[] body) {
        return Arrays.copyOf(body, body.length - 1);
    }

    private static byte[] flipped(byte[] body) {
        byte[] flipped = body.clone();
        flipped[body.length - 1] ^= 1;
        return flipped;
    }

    private static byte[] with(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @Test
    void any_other_comes_to_no_engine() throws Exception {
        int before = DECODED.get();
        for (UnaryOperator<byte[]> change : Arrays.<UnaryOperator<byte[]>>asList(
                body -> other,
                body -> ofSize,
                body -> new byte[0],
                KnownBodiesTest::again,
                KnownBodiesTest::reordered,
                KnownBodiesTest::unknown,
                KnownBodiesTest::longer,
                KnownBodiesTest::cut,
                KnownBodiesTest::flipped)) {
            byte[] body = change.apply(golden);
            HttpResponse<byte[]> refused = run(body);
            isProblem(refused, 502, "deserialize_failed");
            assertThat(json(refused).get("refused_by").stringValue()).isEqualTo("guard");
            assertThat(json(refused).get("detail").stringValue())
                    .startsWith("the guard refuses the body: it is not the body of the variant that is due (at byte ");
            if (body != other) {
                HttpResponse<byte[]> decoded = SERVER.post("/decode/" + FORMAT + "/Tweet", body);
                isProblem(decoded, 422, "deserialize_failed");
                assertThat(json(decoded).get("detail").stringValue())
                        .isEqualTo("the guard refuses the body: it is not the body of a variant (at byte 0)");
            }
        }
        assertThat(DECODED).hasValue(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 1023})
    void decode_reads_any_variant_without_a_size(int index) throws Exception {
        byte[] body = SERVER.get(FORMAT.path() + "/Tweet?index=" + index).body();
        assertThat(SERVER.post("/decode/" + FORMAT + "/Tweet", body).body())
                .isEqualTo(SERVER.get("/JSONObject/Tweet?index=" + index).body());
    }

    @Test
    void decode_takes_no_size_and_a_run_no_operation_partial() throws Exception {
        HttpResponse<byte[]> sized = SERVER.post("/decode/" + FORMAT + "/Tweet?size=1KiB", ofSize);
        isProblem(sized, 400, "invalid_request");
        assertThat(json(sized).get("field").stringValue()).isEqualTo("size");
        HttpResponse<byte[]> partial =
                SERVER.run(runOf(FAKE.origin(), FORMAT.word(), "DummyObject", 1).put("operation", "partial"));
        isProblem(partial, 400, "invalid_request");
        assertThat(json(partial).get("field").stringValue()).isEqualTo("object_format");
        assertThat(json(partial).get("detail").stringValue())
                .isEqualTo(
                        FORMAT + " has no engine of operation partial; choose a format that has one: JSON, BSON, XML");
    }

    @Test
    void a_size_is_held_to_its_own_bodies() throws Exception {
        FAKE.plays((path, out) -> {
            out.write(http("200 OK", "Content-Type: " + FORMAT.mediaType() + "\r\n", ofSize));
            return true;
        });
        assertThat(json(SERVER.run(
                                runOf(FAKE.origin(), FORMAT.word(), "Tweet", 3).put("size", "1KiB")))
                        .get("verified")
                        .intValue())
                .isEqualTo(3);
    }
}
