package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.Providers;
import testbed.WrappedEngine;
import testbed.codings.Codings;
import testbed.contract.Coding;
import testbed.contract.Format;
import testbed.measure.Digest;
import testbed.objects.ObjectTypes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Bodies in a coding: who gets them, and what a run makes of them. */
class CodedTest {
    private static final byte[] GOLDEN =
            new ObjectTypes().named("DummyObject").orElseThrow().golden("json");
    private static final AtomicInteger PARSED = new AtomicInteger();
    private static final FakeProvider FAKE = new FakeProvider();
    private static final Server PROVIDER = new Server("");
    private static final Server CONSUMER = new Server(
            WrappedEngine.registry(Format.JSON, decoder -> body -> {
                PARSED.incrementAndGet();
                return decoder.decode(body);
            }),
            PROVIDER.url() + "," + FAKE.origin());

    @AfterAll
    static void stop() throws Exception {
        CONSUMER.close();
        PROVIDER.close();
        FAKE.close();
    }

    @ParameterizedTest
    @CsvSource({"gzip, GZIP", "zstd, ZSTD", "br, BR", "GZip, GZIP", "' zstd ', ZSTD"})
    void whoever_names_a_coding_alone_gets_it(String value, Coding coding) throws Exception {
        HttpResponse<byte[]> response = PROVIDER.get("/JSONObject/2", "Accept-Encoding", value);
        assertThat(response.headers().allValues("content-encoding")).containsExactly(coding.word());
        assertThat(response.headers().allValues("content-type")).containsExactly("application/json");
        assertThat(response.headers().allValues("content-length"))
                .containsExactly(Integer.toString(response.body().length));
        assertThat(response.body()).isEqualTo(Codings.of(coding).encode(GOLDEN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip, br", "gzip;q=1", "*", "identity", "deflate", "x-gzip", ""})
    void whoever_leaves_a_choice_gets_the_body_as_it_is(String value) throws Exception {
        HttpResponse<byte[]> response = PROVIDER.get("/JSONObject/2", "Accept-Encoding", value);
        assertThat(response.headers().map()).doesNotContainKey("content-encoding");
        assertThat(response.body()).isEqualTo(GOLDEN);
    }

    @Test
    void two_fields_leave_a_choice_and_other_endpoints_have_no_coding() throws Exception {
        HttpResponse<byte[]> two = PROVIDER.get("/JSONObject/2", "Accept-Encoding", "gzip", "Accept-Encoding", "gzip");
        assertThat(two.body()).isEqualTo(GOLDEN);
        assertThat(PROVIDER.get("/json_bytes", "Accept-Encoding", "gzip").body())
                .isEqualTo(GOLDEN);
    }

    @ParameterizedTest
    @CsvSource({
        "gzip, 'http', 1, BSON", "gzip, 'http', 16, JSON", "gzip, 'replay', 1, XML",
        "zstd, 'http', 1, JSON", "zstd, 'http', 16, BSON", "zstd, 'replay', 1, JSON",
        "br, 'http', 1, JSON", "br, 'http', 16, XML", "br, 'replay', 1, BSON"
    })
    void a_run_tells_of_its_coding_beside_the_same_payload(String coding, String source, int block, String format)
            throws Exception {
        ObjectNode run = runOf(PROVIDER.url(), format, "DummyObject", 50)
                .put("variants", 5)
                .put("warmup", 20)
                .put("source", source)
                .put("block", block);
        JsonNode plain = json(CONSUMER.run(run));
        assertThat(plain.propertyNames()).doesNotContain("coded", "decoding");
        assertThat(plain.get("warmup").has("decoding")).isFalse();
        JsonNode result = json(CONSUMER.run(run.put("coding", coding)));
        assertThat(result.get("verified").intValue()).isEqualTo(50);
        assertThat(result.propertyNames())
                .containsSubsequence("guard_ns", "decoding", "payload", "coded", "connections");
        JsonNode payload = result.get("payload");
        assertThat(payload.get("sha256")).isEqualTo(plain.get("payload").get("sha256"));
        assertThat(payload.get("bytes")).isEqualTo(plain.get("payload").get("bytes"));
        JsonNode coded = result.get("coded");
        assertThat(coded.propertyNames()).containsExactly("coding", "bytes", "min_bytes", "max_bytes", "sha256");
        assertThat(coded.get("coding").stringValue()).isEqualTo(coding);
        byte[][] bodies = new byte[5][];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = PROVIDER.get("/" + format + "Object/2?index=" + i, "Accept-Encoding", coding)
                    .body();
        }
        assertThat(coded.get("sha256").stringValue()).isEqualTo(Digest.sha256(bodies));
        assertThat(coded.get("bytes").longValue())
                .isEqualTo(10
                        * Arrays.stream(bodies).mapToLong(body -> body.length).sum());
        for (JsonNode part : new JsonNode[] {result, result.get("warmup")}) {
            assertThat(part.get("decoding").propertyNames())
                    .containsExactlyElementsOf(part.get("parse").propertyNames());
            assertThat(part.get("decoding").get("min_ns").longValue()).isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource({", none", "identity, another", "br, br", "'gzip, gzip', another", "gzip|gzip, several"})
    void another_coding_than_was_asked_for_is_refused(String values, String came) throws Exception {
        String headers =
                values == null ? "" : "Content-Encoding: " + values.replace("|", "\r\nContent-Encoding: ") + "\r\n";
        provides(headers, Codings.of(Coding.GZIP).encode(GOLDEN));
        HttpResponse<byte[]> response = CONSUMER.run(run("gzip"));
        isProblem(response, 502, "provider_content_type");
        assertThat(json(response).get("detail").stringValue())
                .contains("sent Content-Encoding " + came + " where gzip was asked for");
    }

    @ParameterizedTest
    @EnumSource(Coding.class)
    void a_body_that_is_not_of_its_coding_is_refused_before_any_engine(Coding coding) throws Exception {
        byte[] sound = Codings.of(coding).encode(GOLDEN);
        provides("Content-Encoding: " + coding.word() + "\r\n", sound);
        assertThat(CONSUMER.run(run(coding.word())).statusCode()).isEqualTo(200);
        for (byte[] broken : new byte[][] {
            new byte[0], GOLDEN, Arrays.copyOf(sound, sound.length - 1), Arrays.copyOf(sound, sound.length + 1)
        }) {
            provides("Content-Encoding: " + coding.word().toUpperCase() + "\r\n", broken);
            int parsed = PARSED.get();
            for (String source : new String[] {"http", "replay"}) {
                HttpResponse<byte[]> response = CONSUMER.run(run(coding.word()).put("source", source));
                isProblem(response, 502, "deserialize_failed");
                assertThat(json(response).get("refused_by").stringValue()).isEqualTo("coding");
                assertThat(json(response).get("body_bytes").intValue()).isEqualTo(broken.length);
                assertThat(json(response).get("detail").stringValue())
                        .contains("is not " + coding.word() + " as this server takes it: ");
            }
            assertThat(PARSED).hasValue(parsed);
        }
        provides("Content-Encoding: " + coding.word() + "\r\n", sound);
        assertThat(CONSUMER.run(run(coding.word()).put("source", "replay")).statusCode())
                .as("what was refused is not kept")
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(Coding.class)
    void a_body_that_decodes_to_too_much_is_too_large(Coding coding) throws Exception {
        provides(
                "Content-Encoding: " + coding.word() + "\r\n",
                Codings.of(coding).encode(new byte[65_537]));
        isProblem(CONSUMER.run(run(coding.word())), 502, "provider_too_large");
        byte[] none = "[]".getBytes();
        provides(
                "Content-Encoding: " + coding.word() + "\r\n",
                Codings.of(coding).encode(none));
        HttpResponse<byte[]> guarded = CONSUMER.run(run(coding.word()));
        isProblem(guarded, 502, "deserialize_failed");
        assertThat(json(guarded).get("refused_by").stringValue()).isEqualTo("guard");
        assertThat(json(guarded).get("body_sha256").stringValue())
                .as("of what the guard saw")
                .isEqualTo(Providers.sha256(none));
    }

    private static void provides(String headers, byte[] body) {
        FAKE.plays((path, out) -> {
            out.write(FakeProvider.http("200 OK", "Content-Type: application/json\r\n" + headers, body));
            return true;
        });
    }

    private static ObjectNode run(String coding) {
        return runOf(FAKE.origin(), "JSON", "DummyObject", 3).put("coding", coding);
    }
}
