package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Providers;
import testbed.contract.Format;

class DecodeTest {
    private static final Server SERVER = new Server("", "MAX_OBJECT_BYTES", "20000");

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @ParameterizedTest
    @MethodSource("testbed.Everything#formatsAndPaths")
    void a_golden_comes_back_as_canonical_json_whatever_its_content_type(Format format, String type, String name)
            throws Exception {
        byte[] golden = Providers.golden(name, format.lowerCase());
        for (String contentType :
                new String[] {"application/x-www-form-urlencoded", "multipart/form-data", "text/plain"}) {
            HttpResponse<byte[]> response =
                    SERVER.post("/decode/" + format + "/" + type, golden, "Content-Type", contentType);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().allValues("content-type")).containsExactly("application/json");
            assertThat(response.body()).isEqualTo(Providers.golden(name, "json"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "JSON, ''",
        "JSON, {}",
        "JSON, null",
        "JSON, '{\"id\":1}'",
        "XML, <!DOCTYPE a>",
        "XML, <a></a>",
        "XML, <NumericObject></NumericObject>",
        "BSON, x",
        "JSON, '\"'"
    })
    void refused_bytes_say_who_refused_them(String format, String body) throws Exception {
        HttpResponse<byte[]> response = SERVER.post("/decode/" + format + "/1", body.getBytes(StandardCharsets.UTF_8));
        isProblem(response, 422, "deserialize_failed");
        assertThat(Server.json(response).get("refused_by").stringValue()).isEqualTo("guard");
    }

    @Test
    void hostile_bodies_are_refused_and_the_server_serves_on() throws Exception {
        isProblem(
                SERVER.post(
                        "/decode/BSON/1",
                        HexFormat.of()
                                .parseHex(
                                        "1b00000005646174610000ffff7f000000000000000000000000000000".substring(0, 54))),
                422,
                "deserialize_failed");
        isProblem(
                SERVER.post("/decode/JSON/1", "[".repeat(20000).getBytes(StandardCharsets.UTF_8)),
                422,
                "deserialize_failed");
        isProblem(
                SERVER.post("/decode/XML/1", "<a>".repeat(6000).getBytes(StandardCharsets.UTF_8)),
                422,
                "deserialize_failed");
        assertThat(SERVER.get("/health_check").statusCode()).isEqualTo(200);
    }

    @Test
    void the_cap_is_exact_with_and_without_a_length() throws Exception {
        byte[] golden = Providers.golden("DummyObject", "json");
        byte[] padded = new String(golden, StandardCharsets.UTF_8)
                .concat(" ".repeat(20000 - golden.length))
                .getBytes(StandardCharsets.UTF_8);
        assertThat(SERVER.post("/decode/JSON/2", padded).statusCode()).isEqualTo(200);
        isProblem(SERVER.post("/decode/JSON/2", new byte[20001]), 413, "too_large");
        String chunk =
                "POST /decode/JSON/2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(20001) + "\r\n" + "x".repeat(20001) + "\r\n0\r\n\r\n";
        isProblem(RawHttp.send(SERVER.url(), chunk), 413, "too_large");
    }

    @ParameterizedTest
    @CsvSource({
        "JSON, jackson-databind-partial", "JSON, jackson-core", "JSON, fastjson2-jsonpath",
        "JSON, jackson-databind-tree", "BSON, mongodb-raw-document", "XML, woodstox-pull"
    })
    void an_engine_of_operation_partial_gives_the_excerpt(String format, String engine) throws Exception {
        String query = "?engine=" + engine;
        HttpResponse<byte[]> response =
                SERVER.post("/decode/" + format + "/2" + query, Providers.golden("DummyObject", format.toLowerCase()));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo("""
                {"/_id":"63dcdee3a473b6e562063a35","/age":29,"/favoriteFruit":"apple"}""");
        byte[] track = Providers.golden("NumericObject", format.toLowerCase());
        assertThat(new String(
                        SERVER.post("/decode/" + format + "/1" + query, track).body(), StandardCharsets.UTF_8))
                .isEqualTo("""
                {"/id":"5ef42a23d-4a77-49c5-be8a-7ced8479f915","/numbr":36,"/coordinates/4/latitude":-59.368215}""");
        HttpResponse<byte[]> refused = SERVER.post("/decode/" + format + "/1" + query, new byte[] {'x'});
        isProblem(refused, 422, "deserialize_failed");
        HttpResponse<byte[]> unread =
                SERVER.post("/decode/" + format + "/Order" + query, Providers.golden("Order", format.toLowerCase()));
        isProblem(unread, 400, "invalid_request");
        assertThat(Server.json(unread).get("detail").stringValue()).contains(engine + " has no reader of it");
    }

    @Test
    void a_list_that_is_too_short_has_null_in_the_excerpt() throws Exception {
        String body = "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[]}";
        assertThat(SERVER.post("/decode/JSON/1?engine=jackson-core", body.getBytes(StandardCharsets.UTF_8))
                        .body())
                .asString()
                .isEqualTo("{\"/id\":\"a\",\"/numbr\":2,\"/coordinates/4/latitude\":null}");
    }

    @Test
    void engines_formats_and_types_that_are_not_there_are_problems() throws Exception {
        byte[] golden = Providers.golden("DummyObject", "json");
        assertThat(SERVER.post("/decode/JSON/2?engine=jackson-databind", golden).statusCode())
                .isEqualTo(200);
        assertThat(SERVER.post("/decode/JSON/2?e%6Egine=jackson-databind&x=1&x=2", golden)
                        .statusCode())
                .isEqualTo(200);
        for (String engine :
                new String[] {"bson4jackson", "serde_json", "", "jackson-databind&engine=jackson-databind"}) {
            HttpResponse<byte[]> response = SERVER.post("/decode/JSON/2?engine=" + engine, golden);
            isProblem(response, 400, "invalid_request");
            assertThat(Server.json(response).get("field").stringValue()).isEqualTo("engine");
        }
        isProblem(SERVER.post("/decode/json/2", golden), 404, "not_found");
        isProblem(SERVER.post("/decode/YAML/2", golden), 404, "not_found");
        isProblem(SERVER.post("/decode/JSON/9", golden), 404, "not_found");
    }
}
