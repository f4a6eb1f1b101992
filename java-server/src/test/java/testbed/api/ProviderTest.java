package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.Providers;
import testbed.contract.Format;
import testbed.contract.Wire;
import testbed.engines.EngineRegistry;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Size;
import tools.jackson.databind.JsonNode;

class ProviderTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final Server SERVER = new Server("");

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health_check", "/healthCheck"})
    void health_check_is_empty(String path) throws Exception {
        HttpResponse<byte[]> response = SERVER.get(path);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("testbed.Everything#formatsAndPaths")
    void objects_are_canonical_whatever_is_accepted(Format format, String type, String name) throws Exception {
        HttpResponse<byte[]> response = SERVER.get(
                format.path() + "/" + type, "Accept", "text/html", "Accept-Encoding", "gzip, deflate, br, zstd");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().allValues("content-type")).containsExactly(format.mediaType());
        assertThat(response.headers().allValues("content-length"))
                .containsExactly(Integer.toString(response.body().length));
        assertThat(response.headers().map()).doesNotContainKeys("content-encoding", "transfer-encoding", "server");
        assertThat(response.body()).isEqualTo(Providers.golden(name, format.lowerCase()));
    }

    @ParameterizedTest
    @MethodSource("testbed.Everything#formatsAndTypes")
    void every_index_has_its_variant(Format format, String type) throws Exception {
        for (int index : new int[] {0, 1, 77, 1023}) {
            byte[] body =
                    SERVER.get(format.path() + "/" + type + "?index=" + index).body();
            assertThat(Providers.sha256(body))
                    .isEqualTo(Providers.digests(type, format.lowerCase()).get(index));
        }
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "?x=1, 0", "?x=&index=7, 7", "?index=007, 7", "?index=%37, 7", "?%69ndex=7, 7"})
    void an_index_is_found_among_others_and_is_0_where_absent(String query, int index) throws Exception {
        assertThat(Providers.sha256(SERVER.get("/JSONObject/2" + query).body()))
                .isEqualTo(Providers.digests("DummyObject", "json").get(index));
    }

    @ParameterizedTest
    @CsvSource({
        "?size=1KiB, 0",
        "?size=1KiB&index=1023, 1023",
        "?index=7&x=1&size=1KiB, 7",
        "?%73ize=1%4BiB&index=007, 7"
    })
    void a_size_is_found_among_others_in_any_order(String query, int index) throws Exception {
        Object expected = TYPES.named("Tweet")
                .orElseThrow()
                .variants(Optional.of(Size.KIB_1))
                .get(index);
        assertThat(SERVER.get("/JSONObject/Tweet" + query).body()).isEqualTo(Wire.bytes(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Tweet?size=2KiB|size|size is \"2KiB\"; allowed is 1KiB, 16KiB, 64KiB, 256KiB",
                "Tweet?size=|size|size is \"\"; allowed is 1KiB, 16KiB, 64KiB, 256KiB",
                "Tweet?size|size|size is \"\"; allowed is 1KiB, 16KiB, 64KiB, 256KiB",
                "2?size=16kib|size|size is \"16kib\"; allowed is 1KiB, 16KiB, 64KiB, 256KiB",
                "Tweet?size=1KiB&size=1KiB|size|size is repeated; allowed is once",
                "Row6?size=1KiB|size|Row6 has no sizes; leave size out, or choose one of NameList, Order, Timeline, Tweet",
                "Tweet?size=1KiB&index=1024|index|index is \"1024\"; allowed is an integer from 0 to 1023",
                "Tweet?size=16KiB&index=512|index|index is \"512\"; allowed is an integer from 0 to 511",
                "Tweet?index=128&size=64KiB|index|index is \"128\"; allowed is an integer from 0 to 127",
                "Tweet?size=256KiB&index=32|index|index is \"32\"; allowed is an integer from 0 to 31"
            })
    void a_size_that_is_none_and_an_index_beyond_it_are_named(String path, String field, String detail)
            throws Exception {
        HttpResponse<byte[]> response = SERVER.get("/JSONObject/" + path);
        isProblem(response, 400, "invalid_request");
        assertThat(Server.json(response).get("field").stringValue()).isEqualTo(field);
        assertThat(Server.json(response).get("detail").stringValue()).isEqualTo(detail);
    }

    @Test
    void an_index_without_a_value_is_none() throws Exception {
        isProblem(SERVER.get("/JSONObject/2?index"), 400, "invalid_request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/json_bytes", "/JSONbytes"})
    void json_bytes_is_the_canonical_dummy_object(String path) throws Exception {
        assertThat(SERVER.get(path).body()).isEqualTo(Providers.golden("DummyObject", "json"));
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "?length=0, 0", "?length=1014, 1014", "?x=1&length=01, 1", "?length=1048576, 1048576"})
    void plain_text_is_as_long_as_is_asked(String query, int length) throws Exception {
        HttpResponse<byte[]> response = SERVER.get("/plain_text" + query);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type").orElse("")).startsWith("text/plain");
        assertThat(response.headers().allValues("content-length")).containsExactly(Integer.toString(length));
        assertThat(new String(response.body())).isEqualTo("x".repeat(length));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1048577", "-1", "1e3", ""})
    void a_length_that_is_none_is_named(String length) throws Exception {
        HttpResponse<byte[]> response = SERVER.get("/plain_text?length=" + length);
        isProblem(response, 400, "invalid_request");
        assertThat(Server.json(response).get("detail").stringValue())
                .isEqualTo("length is \"" + length + "\"; allowed is an integer from 0 to 1048576");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1",
                "1024",
                "x",
                "",
                "1.0",
                "1e1",
                "99999999999",
                "%20",
                "%zz",
                "%2B1",
                "+1",
                "-0",
                "%D9%A1",
                "1&index=1",
                "1&%69ndex=2"
            })
    void an_index_that_is_none_is_named(String index) throws Exception {
        HttpResponse<byte[]> response = index.equals("%zz")
                ? RawHttp.get(SERVER.url(), "/XMLObject/1?index=%zz")
                : SERVER.get("/XMLObject/1?index=" + index);
        isProblem(response, 400, "invalid_request");
        assertThat(Server.json(response).get("field").stringValue()).isEqualTo("index");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/x",
                "/JSONObject",
                "/JSONObject/",
                "/JSONObject/3",
                "/JSONObject/numericobject",
                "/JSONObject/1/",
                "/jsonObject/1",
                "/TOMLObject/1",
                "/Object/1",
                "/JSONBSONObject/1",
                "/JSON%7CBSONObject/1",
                "/error",
                "/decode/JSON"
            })
    void what_is_not_there_is_a_problem_whatever_is_accepted(String path) throws Exception {
        isProblem(SERVER.get(path, "Accept", "text/html, application/xml"), 404, "not_found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/TOMLObject/1", "/Object/1"})
    void what_is_not_there_takes_no_other_method_either(String path) throws Exception {
        isProblem(SERVER.post(path, new byte[0]), 404, "not_found");
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /JSONObject/1, GET",
        "DELETE, /health_check, GET",
        "GET, /triggerReqs, POST",
        "PUT, /decode/JSON/1, POST",
        "TRACE, /engines, GET"
    })
    void another_method_is_a_problem_that_says_which_are_allowed(String method, String path, String allowed)
            throws Exception {
        HttpResponse<byte[]> response = method.equals("TRACE")
                ? RawHttp.send(SERVER.url(), "TRACE " + path + " HTTP/1.1\r\nHost: a\r\n\r\n")
                : SERVER.send(SERVER.request(path).method(method, BodyPublishers.noBody()));
        isProblem(response, 405, "method_not_allowed");
        assertThat(response.headers().firstValue("allow").orElse("")).contains(allowed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /JSONObject/<1> HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /JSONObject/%zz HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
            })
    void what_is_no_request_is_a_problem_too(String request) throws Exception {
        isProblem(RawHttp.send(SERVER.url(), request), 400, "invalid_request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%2e%2e%2f", "/JSONObject/%31"})
    void a_path_that_needs_decoding_is_none(String path) throws Exception {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        isProblem(RawHttp.send(SERVER.url(), request), 404, "not_found");
    }

    @Test
    void headers_over_their_limit_are_a_problem_too() throws Exception {
        String request = "GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(20_000) + "\r\n\r\n";
        isProblem(RawHttp.send(SERVER.url(), request), 431, "too_large");
    }

    @Test
    void engines_says_who_the_server_is() throws Exception {
        HttpResponse<byte[]> response = SERVER.get("/engines", "Accept", "application/xml");
        assertThat(response.headers().allValues("content-type")).containsExactly("application/json");
        JsonNode body = SERVER.engines("");
        assertThat(body.propertyNames())
                .containsExactly(
                        "runtime",
                        "runtime_version",
                        "server_version",
                        "flags",
                        "cpus",
                        "engines",
                        "object_types",
                        "codings");
        assertThat(body.get("runtime").stringValue()).isEqualTo("java");
        assertThat(body.get("server_version").stringValue()).matches("\\d+\\.\\d+\\.\\d+");
        assertThat(body.get("codings"))
                .extracting(coding -> coding.get("name").stringValue() + " "
                        + coding.get("library").stringValue())
                .containsExactly("gzip java.util.zip", "zstd zstd-jni", "br brotli4j");
        assertThat(body.get("codings"))
                .allSatisfy(coding ->
                        assertThat(coding.get("version").stringValue()).matches("\\d.*"));
        assertThat(body.get("engines")).hasSameSizeAs(EngineRegistry.ENGINES).allSatisfy(engine -> {
            assertThat(engine.propertyNames())
                    .filteredOn(name -> !List.of("kind", "skipped", "failing").contains(name))
                    .containsExactly(
                            "name",
                            "library",
                            "version",
                            "format",
                            "operation",
                            "object_types",
                            "default",
                            "checks",
                            "settings");
            String operation = engine.get("operation").stringValue();
            boolean isWhole = operation.equals("decode");
            assertThat(engine.has("kind")).isEqualTo(!isWhole);
            assertThat(engine.has("skipped")).isEqualTo(operation.equals("partial"));
            boolean parses = isWhole && !engine.get("library").stringValue().equals("java-server");
            boolean isInSeries = parses && !engine.get("name").stringValue().equals("fastjson2");
            assertThat(engine.get("checks").isEmpty()).isNotEqualTo(isInSeries);
            if (isWhole && engine.get("name").stringValue().endsWith("-equal")) {
                assertThat(engine.get("checks")).hasToString("[\"equal\"]");
            } else if (isInSeries) {
                assertThat(engine.get("checks").get(0).stringValue()).isEqualTo("usual");
            }
            assertThat(!parses && isWhole && engine.get("default").booleanValue())
                    .isFalse();
            assertThat(!isWhole || !engine.get("settings").isEmpty()).isTrue();
            assertThat(engine.get("object_types").size()
                            + engine.path("failing").size())
                    .isEqualTo(Providers.objectTypes().size());
        });
    }

    @Test
    void engines_says_of_a_format_and_of_object_types_what_is_asked_and_no_more() throws Exception {
        JsonNode all = SERVER.engines("");
        JsonNode some = SERVER.engines("?object_type=Polygon,DummyObject&format=XML");
        assertThat(some.propertyNames()).containsExactlyElementsOf(all.propertyNames());
        assertThat(some.get("flags")).isEqualTo(all.get("flags"));
        assertThat(some.get("object_types"))
                .extracting(type -> type.get("name").stringValue())
                .as("in the order of all")
                .containsExactly("DummyObject", "Polygon");
        assertThat(some.get("engines"))
                .hasSameSizeAs(EngineRegistry.ENGINES.stream()
                        .filter(engine -> engine.format() == Format.XML)
                        .toList())
                .allSatisfy(engine -> {
                    assertThat(engine.get("object_types")).hasToString("[\"DummyObject\"]");
                    assertThat(engine.get("failing")).singleElement().satisfies(why -> assertThat(why.stringValue())
                            .startsWith("Polygon: "));
                });
        JsonNode passedOver = SERVER.engines("?engine=gson&Format=xml");
        assertThat(passedOver.get("engines")).isEqualTo(all.get("engines"));
    }

    @ParameterizedTest
    @CsvSource({
        "format=xml, format",
        "format=, format",
        "format=XML&format=XML, format",
        "object_type=2, object_type",
        "object_type=, object_type",
        "'object_type=Order,', object_type",
        "object_type=Order&object_type=Row6, object_type"
    })
    void engines_refuses_what_it_does_not_know(String query, String field) throws Exception {
        HttpResponse<byte[]> response = SERVER.get("/engines?" + query);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(Server.json(response).get("field").stringValue()).isEqualTo(field);
    }

    @Test
    void engines_says_what_those_of_operation_partial_read_and_how() throws Exception {
        JsonNode body = SERVER.engines("");
        List<JsonNode> partial = body.get("engines")
                .valueStream()
                .filter(engine -> engine.get("operation").stringValue().equals("partial"))
                .toList();
        assertThat(partial).allSatisfy(engine -> {
            assertThat(engine.get("kind").stringValue()).isIn("partial-typed", "pull", "lazy", "tree");
            assertThat(engine.get("skipped").stringValue()).isNotBlank();
            assertThat(engine.get("object_types")).hasToString("[\"NumericObject\",\"DummyObject\"]");
        });
        assertThat(partial)
                .filteredOn(engine -> engine.get("default").booleanValue())
                .extracting(engine -> engine.get("name").stringValue())
                .containsExactly("jackson-databind-partial", "bson4jackson-partial", "jackson-dataformat-xml-partial");
        assertThat(body.get("object_types"))
                .filteredOn(type -> type.has("excerpt"))
                .extracting(JsonNode::toString)
                .containsExactly(
                        "{\"name\":\"NumericObject\",\"variants\":1024,"
                                + "\"excerpt\":[\"/id\",\"/numbr\",\"/coordinates/4/latitude\"]}",
                        "{\"name\":\"DummyObject\",\"variants\":1024,\"excerpt\":[\"/_id\",\"/age\",\"/favoriteFruit\"]}");
    }

    @Test
    void engines_says_how_many_variants_each_type_has_in_each_size() throws Exception {
        JsonNode types = SERVER.engines("").get("object_types");
        assertThat(types)
                .extracting(type -> type.get("name").stringValue())
                .containsExactlyElementsOf(
                        TYPES.all().stream().map(ObjectType::name).toList());
        assertThat(types).anySatisfy(type -> assertThat(type).hasToString("""
                        {"name":"Row6","variants":1024}"""));
        assertThat(types).anySatisfy(type -> assertThat(type).hasToString("""
                        {"name":"Timeline","variants":1024,"sizes":[{"size":"1KiB","variants":1024},\
                        {"size":"16KiB","variants":512},{"size":"64KiB","variants":128},{"size":"256KiB","variants":32}]}"""));
    }

    @ParameterizedTest
    @MethodSource("testbed.Everything#formatsAndTypesUncarried")
    void what_a_format_cannot_carry_is_not_there_and_engines_says_why(Format format, String type) throws Exception {
        String why = format + " cannot carry it: ";
        String failing = SERVER.engines("")
                .get("engines")
                .valueStream()
                .filter(engine -> engine.get("format").stringValue().equals(format.word()))
                .flatMap(engine -> engine.get("failing").valueStream())
                .map(JsonNode::stringValue)
                .filter(line -> line.startsWith(type + ": " + why))
                .findFirst()
                .orElseThrow();
        String reason = failing.substring((type + ": " + why).length());
        for (HttpResponse<byte[]> answer : List.of(
                SERVER.get(format.path() + "/" + type), SERVER.post("/decode/" + format + "/" + type, new byte[1]))) {
            isProblem(answer, 404, "not_found");
            assertThat(Server.json(answer).get("detail").stringValue())
                    .isEqualTo(format + " cannot carry " + type + ": " + reason + "; ask for another format");
        }
    }

    @Test
    void a_connection_is_kept_alive_without_a_limit() throws Exception {
        String request = "GET /health_check HTTP/1.1\r\nHost: a\r\n\r\n";
        String last = "GET /health_check HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
        String answers = RawHttp.text(SERVER.url(), request.repeat(300) + last);
        assertThat(answers.split("HTTP/1.1 200", -1)).hasSize(302);
    }

    static void isProblem(HttpResponse<byte[]> response, int status, String code) {
        assertThat(response.statusCode()).as(new String(response.body())).isEqualTo(status);
        assertThat(response.headers().allValues("content-type")).containsExactly("application/problem+json");
        JsonNode problem = Server.json(response);
        assertThat(problem.get("type").stringValue()).isEqualTo("about:blank");
        assertThat(problem.get("title").stringValue()).isNotBlank();
        assertThat(problem.get("status").intValue()).isEqualTo(status);
        assertThat(problem.get("code").stringValue()).isEqualTo(code);
        assertThat(problem.get("detail").stringValue()).isNotBlank();
    }
}
