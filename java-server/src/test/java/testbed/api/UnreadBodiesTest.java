package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer that is given before its request's body was taken is the last of its connection, and says so. */
class UnreadBodiesTest {
    private static final Server SERVER = new Server("");
    private static final String NEXT = "GET /engines HTTP/1.1\r\nHost: a\r\n\r\n";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GET /health_check, a, 200",
        "HEAD /JSONObject/1, a, 200",
        "GET /nothing, a, 404",
        "POST /nothing, a, 404",
        "DELETE /engines, a, 405",
        "POST /triggerReqs, a, 415",
        "POST /decode/JSON/1, b, 421"
    })
    void is_not_followed_by_another(String line, String host, int status) throws Exception {
        String head = line + " HTTP/1.1\r\nHost: " + host + "\r\n";
        for (String body : new String[] {
            "Content-Length: 3\r\n\r\nabc",
            "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        }) {
            String answers = RawHttp.text(SERVER.url(), head + body + NEXT);
            assertThat(answers).as(body).startsWith("HTTP/1.1 " + status + " ").containsOnlyOnce("HTTP/1.1 ");
            assertThat(answers.split("\r\n\r\n")[0]).as(body).contains("\r\nConnection: close");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /engines|a..b", "GET /engines|b", "GET /health_check%2f|a", "GET /engines?format=x|a"})
    void an_answer_says_that_its_connection_ends_or_keeps_it(String lineAndHost) throws Exception {
        String[] parts = lineAndHost.split("\\|");
        String request = parts[0] + " HTTP/1.1\r\nHost: " + parts[1] + "\r\n\r\n";
        String answers = RawHttp.text(SERVER.url(), request + NEXT);
        boolean says = answers.split("\r\n\r\n")[0].contains("\r\nConnection: close");
        assertThat(answers.split("HTTP/1.1 ", -1)).hasSize(says ? 2 : 3);
    }
}
