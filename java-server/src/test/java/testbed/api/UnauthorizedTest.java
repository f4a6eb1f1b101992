package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Wire;
import tools.jackson.databind.node.ObjectNode;

/** The token that a server asks for, and those that it sends. */
class UnauthorizedTest {
    private static final String TOKEN = "a-token-of-this-server";
    private static final Server ASKING = new Server("", "AUTH_TOKEN", TOKEN, "SENDER_ALLOWLIST", "127.0.0.1");

    @AfterAll
    static void stop() {
        ASKING.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /engines",
                "GET /JSONObject/2",
                "GET /healthCheck",
                "GET //health_check",
                "POST /health_check",
                "GET /none-such",
                "GET /none%2fsuch",
                "OPTIONS /triggerReqs",
                "POST /ingests"
            })
    void only_health_is_told_without_the_token(String line) throws Exception {
        HttpResponse<byte[]> answer = ask(line, "");
        isProblem(answer, 401, "unauthorized");
        assertThat(answer.headers().allValues("www-authenticate")).containsExactly("Bearer");
        assertThat(json(answer).get("detail").stringValue())
                .isEqualTo(
                        "the request does not have this server's token; send it once, as Authorization: Bearer TOKEN");
    }

    @Test
    void health_is_told_by_get_alone() throws Exception {
        assertThat(ask("GET /health_check", "").statusCode()).isEqualTo(200);
        assertThat(ask("GET /health_check?x=1", "").statusCode()).isEqualTo(200);
        assertThat(ask("HEAD /health_check", "").statusCode()).isEqualTo(401);
        isProblem(ask("GET /engines", "Sec-Fetch-Site: cross-site\r\n"), 403, "origin_not_allowed");
    }

    @ParameterizedTest
    @CsvSource({
        "Authorization: Bearer a-token-of-this-server, 200",
        "authorization: bEARER   a-token-of-this-server , 200",
        "Authorization: Bearer a-token-of-this-serverx, 401",
        "Authorization: Bearer -token-of-this-server, 401",
        "Authorization: Bearer A-TOKEN-OF-THIS-SERVER, 401",
        "Authorization: Bearera-token-of-this-server, 401",
        "Authorization: Basic a-token-of-this-server, 401",
        "Authorization: a-token-of-this-server, 401",
        "'Authorization: Bearer ', 401",
        "Authorization:, 401",
        "'Authorization: Bearer a-token-of-this-server\r\nAuthorization: Bearer a-token-of-this-server', 401",
        "X-Authorization: Bearer a-token-of-this-server, 401"
    })
    void the_token_is_sent_once_and_whole(String headers, int status) throws Exception {
        assertThat(ask("GET /JSONObject/2", headers + "\r\n").statusCode()).isEqualTo(status);
    }

    @Test
    void nobody_waits_for_the_body_of_who_has_no_token() throws Exception {
        for (String path : new String[] {"/triggerReqs", "/decode/JSON/2"}) {
            String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n";
            HttpResponse<byte[]> answer = RawHttp.send(ASKING.url(), head);
            isProblem(answer, 401, "unauthorized");
            assertThat(answer.headers().allValues("connection")).containsExactly("close");
        }
    }

    @Test
    void a_run_and_a_send_have_the_token_of_their_origin_and_of_no_other(@TempDir Path folder) throws Exception {
        try (Server named = sender(folder, ASKING.url());
                Server unnamed = sender(folder, "http://a:1")) {
            assertThat(json(named.run(run().put("source", "replay")))
                            .get("verified")
                            .intValue())
                    .isEqualTo(3);
            assertThat(json(named.run(run().put("concurrency", 2)))
                            .get("verified")
                            .intValue())
                    .isEqualTo(3);
            HttpResponse<byte[]> refused = unnamed.run(run());
            isProblem(refused, 502, "provider_status");
            assertThat(json(refused).get("provider_status").intValue()).isEqualTo(401);
            for (String transfer : new String[] {"framed", "request", "connection"}) {
                assertThat(named.post("/triggerSends", send(transfer)).statusCode())
                        .as(transfer)
                        .isEqualTo(200);
                refused = unnamed.post("/triggerSends", send(transfer));
                isProblem(refused, 502, "receiver_refused");
                assertThat(json(refused).get("receiver_code").stringValue()).isEqualTo("unauthorized");
            }
        }
    }

    private static Server sender(Path folder, String origin) throws Exception {
        Path tokens = Files.writeString(folder.resolve("tokens"), origin + " " + TOKEN + "\n");
        return new Server(ASKING.url(), "RECEIVER_ALLOWLIST", ASKING.url(), "ORIGIN_TOKENS_FILE", tokens.toString());
    }

    private static ObjectNode run() {
        return runOf(ASKING.url(), "JSON", "DummyObject", 3);
    }

    private static ObjectNode send(String transfer) {
        return Wire.MAPPER
                .createObjectNode()
                .put("amount", 3)
                .put("receiver_url", ASKING.url())
                .put("object_format", "JSON")
                .put("server_type", "java")
                .put("object_type", "DummyObject")
                .put("transfer", transfer);
    }

    private static HttpResponse<byte[]> ask(String line, String headers) throws Exception {
        return RawHttp.send(
                ASKING.url(),
                line + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "Connection: close\r\nContent-Length: 0\r\n\r\n");
    }
}
