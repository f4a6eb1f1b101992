package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.Server.runOf;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A provider may be somebody else's: no answer of it is passed on, in whatever place it went wrong. */
class SecretsTest {
    private static final FakeProvider FAKE = new FakeProvider();
    private static final Server CONSUMER =
            new Server(FAKE.origin(), "READ_TIMEOUT_MS", "400", "MAX_OBJECT_BYTES", "4000");

    @AfterAll
    static void stop() throws Exception {
        CONSUMER.close();
        FAKE.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SECRET/9.9 200 OK\r\n\r\n",
                "HTTP/1.1 SECRET\r\n\r\n",
                "HTTP/1.1 200 OK\r\nSECRET\r\n\r\n",
                "HTTP/1.1 302 SECRET\r\nLocation: http://SECRET/\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Type: SECRET\r\nContent-Length: 6\r\n\r\nSECRET",
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: SECRET\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nSECRET\r\n",
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: SECRET\r\n\r\nSECRET",
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: SECRET\r\nContent-Length: 6\r\n\r\nSECRET",
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{\"SECRET\":",
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n\"SECRET\"  ",
            })
    void nothing_that_a_provider_sends_is_told_on(String answer) throws Exception {
        FAKE.plays((path, out) -> {
            out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
            return false;
        });
        HttpResponse<byte[]> response = CONSUMER.run(runOf(FAKE.origin(), "JSON", "DummyObject", 1));
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(new String(response.body())).doesNotContain("SECRET").contains("\"completed\":0");
    }
}
