package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that take their time, or more of the server than they need. */
class SlowClientsTest {
    private static final int CLIENT_TIMEOUT_MS = 1000;
    /** What a busy machine may be late by; a timeout that does not hold comes never. */
    private static final int LATE_MS = 15_000;

    private static final int WAITING = 150;
    private static final Server SERVER =
            new Server("", "CLIENT_TIMEOUT_MS", Integer.toString(CLIENT_TIMEOUT_MS), "KEEP_ALIVE_TIMEOUT_MS", "1000");

    private final List<Socket> sockets = new ArrayList<>();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @AfterEach
    void hangUp() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/triggerReqs", "/decode/JSON/1"})
    void a_body_that_does_not_come_is_not_waited_for(String path) throws Exception {
        Socket client = connect(SERVER);
        long start = System.nanoTime();
        send(client, head(path, 100) + "{");
        String answer = answer(client);
        assertThat(answer)
                .startsWith("HTTP/1.1 400")
                .contains("invalid_request")
                .contains("CLIENT_TIMEOUT_MS");
        assertThat(System.nanoTime() - start).isBetween(ms(CLIENT_TIMEOUT_MS), ms(3 * CLIENT_TIMEOUT_MS + LATE_MS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/triggerReqs", "/decode/JSON/1", "/nothing", "/health_check"})
    void a_body_that_trickles_does_not_hold_the_server(String path) throws Exception {
        Socket client = connect(SERVER);
        long start = System.nanoTime();
        send(client, head(path, 4000));
        Thread trickle = new Thread(() -> trickle(client));
        trickle.start();
        assertThat(answer(client)).startsWith("HTTP/1.1 4");
        trickle.join();
        assertThat(System.nanoTime() - start)
                .as("until the server closed the connection")
                .isLessThan(ms(CLIENT_TIMEOUT_MS * 2 + LATE_MS));
    }

    @Test
    void a_connection_whose_body_nobody_read_can_be_used_again_or_says_that_it_ends() throws Exception {
        Socket client = connect(SERVER);
        send(client, head("/nothing", 1000));
        StringBuilder refusal = new StringBuilder();
        while (!refusal.toString().endsWith("}")) {
            refusal.append((char) client.getInputStream().read());
        }
        send(client, "x".repeat(1000) + "GET /health_check HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        if (!refusal.toString().contains("Connection: close")) {
            assertThat(answer(client)).as(refusal.toString()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void a_body_in_pieces_that_comes_in_time_is_read() throws Exception {
        Socket client = connect(SERVER);
        send(client, head("/decode/JSON/1", 2));
        client.getOutputStream().write('{');
        assertThat(client.getInputStream().available()).isZero();
        client.getOutputStream().write('}');
        client.shutdownOutput();
        assertThat(answer(client)).startsWith("HTTP/1.1 422");
    }

    @Test
    void a_head_that_does_not_come_is_not_waited_for() throws Exception {
        Socket client = connect(SERVER);
        send(client, "GET /health_check HTTP/1.1\r\nHost:");
        assertThat(answer(client)).doesNotContain("200");
    }

    @Test
    void a_head_that_trickles_is_not_waited_for() throws Exception {
        Socket client = connect(SERVER);
        long start = System.nanoTime();
        send(client, "GET /health_check HTTP/1.1\r\nX: ");
        trickle(client);
        assertThat(System.nanoTime() - start)
                .as("until the server closed the connection")
                .isBetween(ms(CLIENT_TIMEOUT_MS), ms(CLIENT_TIMEOUT_MS + LATE_MS));
    }

    @Test
    void an_idle_connection_is_closed_in_the_end() throws Exception {
        Socket client = connect(SERVER);
        send(client, "GET /health_check HTTP/1.1\r\nHost: a\r\n\r\n");
        long start = System.nanoTime();
        assertThat(answer(client)).startsWith("HTTP/1.1 200");
        assertThat(System.nanoTime() - start).isBetween(ms(900), ms(900 + LATE_MS));
    }

    @Test
    void clients_that_wait_with_their_bodies_leave_threads_to_others() throws Exception {
        try (Server server = new Server("", "CLIENT_TIMEOUT_MS", "20000")) {
            for (int i = 0; i < WAITING; i++) {
                send(connect(server), head("/decode/JSON/1", 100));
            }
            Socket oneMore;
            String answer;
            do { // Until all of them have been met.
                oneMore = connect(server);
                oneMore.setSoTimeout(500);
                send(oneMore, head("/decode/JSON/1", 100));
                answer = answerOrNothing(oneMore);
            } while (answer.isEmpty());
            assertThat(answer)
                    .startsWith("HTTP/1.1 409")
                    .contains("Retry-After: 1")
                    .contains("\"busy\"");
            assertThat(server.get("/health_check").statusCode()).isEqualTo(200);
            assertThat(server.get("/JSONObject/1").statusCode()).isEqualTo(200);
            Socket honest = connect(server);
            send(honest, head("/decode/JSON/1", 2));
            LockSupport.parkNanos(ms(20));
            send(honest, "{}");
            assertThat(answerLine(honest))
                    .as("whose body comes a moment after its head")
                    .startsWith("HTTP/1.1 422");
        }
    }

    @Test
    void a_thousand_idle_connections_leave_the_server_free() throws Exception {
        for (int i = 0; i < 1000; i++) {
            connect(SERVER);
        }
        assertThat(SERVER.get("/health_check").statusCode()).isEqualTo(200);
    }

    @Test
    void connections_over_their_limit_wait_until_another_ends() throws Exception {
        try (Server server = new Server("", "MAX_CONNECTIONS", "2")) {
            Socket first = connect(server);
            assertThat(health(first)).isTrue();
            assertThat(health(connect(server))).isTrue();
            Socket third = connect(server);
            third.setSoTimeout(300);
            assertThat(health(third)).isFalse();
            first.close();
            third.setSoTimeout(5000);
            assertThat(answerLine(third)).startsWith("HTTP/1.1 200");
        }
    }

    private static boolean health(Socket client) throws IOException {
        send(client, "GET /health_check HTTP/1.1\r\nHost: a\r\n\r\n");
        return answerLine(client).startsWith("HTTP/1.1 200");
    }

    /** What comes first, or nothing where nothing comes in time. */
    private static String answerLine(Socket client) throws IOException {
        try {
            return new String(client.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1);
        } catch (java.net.SocketTimeoutException e) {
            return "";
        }
    }

    private static String answerOrNothing(Socket client) throws IOException {
        String beginning = answerLine(client);
        return beginning.isEmpty() ? "" : beginning + answer(client);
    }

    /** Everything that comes until the server closes the connection. */
    private static String answer(Socket client) throws IOException {
        return new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** Sends a byte now and then, until the connection is closed. */
    private static void trickle(Socket client) {
        try {
            while (true) {
                client.getOutputStream().write(' ');
                Thread.sleep(20);
            }
        } catch (IOException | InterruptedException e) {
            // The server closed the connection.
        }
    }

    private Socket connect(Server server) throws IOException {
        URI uri = URI.create(server.url());
        Socket socket = new Socket(uri.getHost(), uri.getPort());
        socket.setSoTimeout((int) Duration.ofSeconds(30).toMillis());
        sockets.add(socket);
        return socket;
    }

    private static String head(String path, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: " + length
                + "\r\n\r\n";
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static long ms(int ms) {
        return ms * 1_000_000L;
    }
}
