package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.Providers;
import tools.jackson.databind.JsonNode;

/** Whom a server answers to: the host that a request names, the page that it comes from, and a body that is sent as it is. */
class MisdirectedTest {
    private static final JsonNode VECTORS = Providers.hosts();
    private static final Server SERVER =
            new Server("", "ALLOWED_HOSTS", VECTORS.get("allowed_hosts").stringValue());
    private static final int PORT = URI.create(SERVER.url()).getPort();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    static List<Arguments> hosts() {
        return VECTORS.get("hosts")
                .valueStream()
                .map(one -> Arguments.of(
                        here(one.get("host").stringValue()), one.get("status").intValue()))
                .toList();
    }

    static List<Arguments> origins() {
        return VECTORS.get("origins")
                .valueStream()
                .map(one -> Arguments.of(
                        here(one.get("origin").stringValue()), one.get("status").intValue()))
                .toList();
    }

    static List<Arguments> sites() {
        return VECTORS.get("sites")
                .valueStream()
                .map(one -> Arguments.of(
                        one.get("site").stringValue(), one.get("status").intValue()))
                .toList();
    }

    /** A vector's text, with the port that the server really has. */
    private static String here(String text) {
        return text.replace(":" + VECTORS.get("port").intValue(), ":" + PORT);
    }

    @ParameterizedTest(name = "\"{0}\" is {1}")
    @MethodSource("hosts")
    void every_request_is_judged_by_its_host(String host, int status) throws Exception {
        HttpResponse<byte[]> health = get("/health_check", "Host: " + host + "\r\n");
        HttpResponse<byte[]> nowhere = get("/nowhere", "Host: " + host + "\r\n");
        if (status == 200) {
            assertThat(health.statusCode()).isEqualTo(200);
            isProblem(nowhere, 404, "not_found");
            return;
        }
        for (HttpResponse<byte[]> answer : List.of(health, nowhere)) {
            isProblem(answer, status, status == 400 ? "invalid_request" : "misdirected");
            assertThat(json(answer).has("field")).isEqualTo(status == 400);
        }
    }

    @Test
    void another_host_is_named_and_told_what_to_do() throws Exception {
        JsonNode problem = json(get("/engines", "Host: evil.example\r\n"));
        assertThat(problem.get("title").stringValue()).isEqualTo("Misdirected Request");
        assertThat(problem.get("detail").stringValue())
                .isEqualTo(
                        "this server does not answer to the host \"evil.example\"; call it by one of its own names, or add this one to ALLOWED_HOSTS");
        String longest = json(get("/engines", "Host: " + "x".repeat(61) + "\r\n"))
                .get("detail")
                .stringValue();
        assertThat(longest).contains("\"" + "x".repeat(60) + "…\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Host: localhost\r\nHost: localhost\r\n", "Host: localhost\r\nHost: evil.example\r\n"})
    void none_and_two_are_no_host(String headers) throws Exception {
        for (String version : List.of("1.0", "1.1")) {
            HttpResponse<byte[]> answer = RawHttp.send(
                    SERVER.url(), "GET /health_check HTTP/" + version + "\r\n" + headers + "Connection: close\r\n\r\n");
            isProblem(answer, 400, "invalid_request");
            assertThat(json(answer).get("field").stringValue()).isEqualTo("Host");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost, localhost, 200",
        "http://LOCALHOST, localhost, 200",
        "http://evil.example, evil.example, 421",
        "http://evil.example, localhost, 400",
        "http://localhost, evil.example, 400"
    })
    void a_target_in_absolute_form_counts_as_the_host(String target, String host, int status) throws Exception {
        assertThat(get(target + "/health_check", "Host: " + host + "\r\n").statusCode())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 300", "Transfer-Encoding: chunked"})
    void nobody_waits_for_the_body_of_another_host(String length) throws Exception {
        String head = "POST /triggerReqs HTTP/1.1\r\nHost: evil.example\r\n" + length + "\r\n\r\n";
        HttpResponse<byte[]> answer = RawHttp.send(SERVER.url(), head);
        isProblem(answer, 421, "misdirected");
        assertThat(answer.headers().allValues("connection")).containsExactly("close");
    }

    @ParameterizedTest(name = "\"{0}\" is {1}")
    @MethodSource("origins")
    void a_post_comes_from_no_page_but_the_servers_own(String origin, int status) throws Exception {
        for (String path : List.of("/decode/JSON/1", "/nowhere")) {
            HttpResponse<byte[]> answer = post(path, "Origin: " + origin + "\r\n");
            if (status == 200) {
                assertThat(answer.statusCode()).isIn(422, 404);
            } else {
                isProblem(answer, 403, "origin_not_allowed");
            }
        }
    }

    @ParameterizedTest(name = "\"{0}\" is {1}")
    @MethodSource("sites")
    void a_page_of_another_site_gets_nothing(String site, int status) throws Exception {
        for (String path : List.of("/engines", "/JSONObject/2?index=0", "/nowhere")) {
            HttpResponse<byte[]> answer = get(path, "Host: localhost\r\nSec-Fetch-Site: " + site + "\r\n");
            if (status == 200) {
                assertThat(answer.statusCode()).isNotEqualTo(403);
            } else {
                isProblem(answer, 403, "origin_not_allowed");
                assertThat(json(answer).get("detail").stringValue())
                        .isEqualTo("a web page of another site may ask for nothing here");
            }
        }
    }

    @Test
    void two_origins_are_foreign_and_a_get_may_have_any() throws Exception {
        String own = "Origin: " + SERVER.url() + "\r\n";
        assertThat(post("/decode/JSON/1", own).statusCode()).isEqualTo(422);
        isProblem(post("/decode/JSON/1", own + own), 403, "origin_not_allowed");
        assertThat(get("/health_check", "Host: localhost\r\nOrigin: http://evil.example\r\n")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void the_host_is_looked_at_before_the_origin() throws Exception {
        String request =
                "POST /nowhere HTTP/1.1\r\nHost: evil.example\r\nOrigin: null\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
        isProblem(RawHttp.send(SERVER.url(), request), 421, "misdirected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "identity", ""})
    void a_coded_body_is_refused(String coding) throws Exception {
        String json = "Content-Type: application/json\r\n";
        String coded = "Content-Encoding: " + coding + "\r\n";
        for (HttpResponse<byte[]> answer : List.of(post("/triggerReqs", json + coded), post("/decode/JSON/1", coded))) {
            isProblem(answer, 415, "unsupported_media_type");
            assertThat(json(answer).get("detail").stringValue())
                    .isEqualTo("the body has a Content-Encoding; send it as it is");
            assertThat(answer.headers().allValues("accept-encoding")).containsExactly("identity");
        }
        assertThat(json(post("/triggerReqs", coded)).get("detail").stringValue())
                .as("its type is looked at before")
                .contains("Content-Type");
        isProblem(post("/decode/JSON/9", coded), 404, "not_found");
    }

    private static HttpResponse<byte[]> get(String target, String headers) throws Exception {
        return RawHttp.send(SERVER.url(), "GET " + target + " HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n");
    }

    /** With a body that is sent along. */
    private static HttpResponse<byte[]> post(String path, String headers) throws Exception {
        return RawHttp.send(
                SERVER.url(),
                "POST " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers
                        + "Connection: close\r\nContent-Length: 2\r\n\r\n{}");
    }
}
