package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.runOf;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Runs that others meet while they go on: a second one, a client that leaves, a server that stops. The provider never answers. */
class InterruptionsTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final FakeProvider hanging = new FakeProvider();
    private final FakeProvider failing = new FakeProvider();
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch asked = new CountDownLatch(1);
    private Server consumer;

    @BeforeEach
    void start() {
        hanging.plays((path, out) -> {
            asked.countDown();
            release.await();
            return false;
        });
        failing.plays((path, out) -> false);
        consumer = new Server(hanging.origin() + "," + failing.origin(), "READ_TIMEOUT_MS", "60000");
    }

    @AfterEach
    void stop() throws Exception {
        release.countDown();
        consumer.close();
        hanging.close();
        failing.close();
    }

    @Test
    void a_second_run_is_told_so_at_once_and_health_check_answers() throws Exception {
        CompletableFuture<HttpResponse<byte[]>> first = inBackground(run(1));
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        HttpResponse<byte[]> second = consumer.run(run(1));
        isProblem(second, 409, "busy");
        assertThat(second.headers().allValues("retry-after")).containsExactly("1");
        assertThat(consumer.get("/health_check").statusCode()).isEqualTo(200);
        release.countDown();
        isProblem(first.get(30, TimeUnit.SECONDS), 502, "provider_unreachable");
    }

    @ParameterizedTest
    @CsvSource({"application/json, 1", "application/json, 8", "application/x-ndjson, 1", "application/x-ndjson, 8"})
    void a_client_that_goes_away_ends_the_run(String accept, int concurrency) throws Exception {
        try (Socket client = send(accept, run(concurrency))) {
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        }
        await(() -> consumerIsFree());
    }

    @ParameterizedTest
    @CsvSource({"application/json, 1", "application/json, 8", "application/x-ndjson, 1", "application/x-ndjson, 8"})
    void a_client_that_only_stops_sending_is_gone_and_told_nothing_more(String accept, int concurrency)
            throws Exception {
        boolean streamed = accept.endsWith("ndjson");
        try (Errors errors = Errors.watch();
                Socket client = send(accept, run(concurrency))) {
            client.setSoTimeout((int) SOON.toMillis());
            String before = streamed ? readUntil(client, "\"started\"") : "";
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            client.shutdownOutput();
            String rest = new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(before + rest)
                    .as("what a client got before it left, without a last chunk")
                    .doesNotContain("problem")
                    .doesNotEndWith("0\r\n\r\n");
            assertThat(rest.lines().filter(line -> line.startsWith("{"))).isEmpty();
            if (!streamed) {
                assertThat(rest).isEmpty();
            }
            await(() -> consumerIsFree());
            assertThat(errors.seen()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "8"})
    void a_server_that_stops_ends_the_run(int concurrency) throws Exception {
        CompletableFuture<HttpResponse<byte[]>> run = inBackground(run(concurrency));
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        long start = System.nanoTime();
        consumer.close();
        assertThat(System.nanoTime() - start).isLessThan(SOON.toNanos());
        isProblem(run.get(30, TimeUnit.SECONDS), 503, "shutting_down");
    }

    private Socket send(String accept, ObjectNode run) throws IOException {
        URI uri = URI.create(consumer.url());
        byte[] body = run.toString().getBytes(StandardCharsets.UTF_8);
        Socket client = new Socket(uri.getHost(), uri.getPort());
        client.getOutputStream()
                .write(("POST /triggerReqs HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAccept: " + accept
                                + "\r\nContent-Length: " + body.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().write(body);
        return client;
    }

    private static String readUntil(Socket client, String text) throws IOException {
        StringBuilder came = new StringBuilder();
        while (came.indexOf(text) < 0) {
            int b = client.getInputStream().read();
            assertThat(b).as(came.toString()).isNotNegative();
            came.append((char) b);
        }
        return came.toString();
    }

    /** Whether a run is taken again, rather than told that another is in progress. */
    private boolean consumerIsFree() {
        return inBackground(runOf(failing.origin(), "JSON", "DummyObject", 1))
                        .join()
                        .statusCode()
                == 502;
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + SOON.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the run did not end soon").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private ObjectNode run(int concurrency) {
        return runOf(hanging.origin(), "JSON", "DummyObject", 100).put("concurrency", concurrency);
    }

    private CompletableFuture<HttpResponse<byte[]>> inBackground(ObjectNode run) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return consumer.run(run);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
