package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.Providers;
import testbed.WrappedEngine;
import testbed.contract.Format;

/** Blocks of a run, seen by its provider. */
class BlocksTest {
    @Test
    void a_body_of_a_block_is_refused_when_those_before_it_were_found_right() throws Exception {
        byte[] golden = Providers.golden("DummyObject", "json");
        byte[] other = new String(golden, StandardCharsets.UTF_8)
                .replaceFirst("\"name\":\"", "\"name\":\"Another ")
                .getBytes(StandardCharsets.UTF_8);
        AtomicInteger requests = new AtomicInteger();
        try (FakeProvider fake = new FakeProvider();
                Server consumer = new Server(fake.origin())) {
            fake.plays((path, out) -> {
                byte[] body = requests.getAndIncrement() == 7 ? other : golden;
                out.write(FakeProvider.http("200 OK", "Content-Type: application/json\r\n", body));
                return true;
            });
            HttpResponse<byte[]> response =
                    consumer.run(runOf(fake.origin(), "JSON", "DummyObject", 10).put("block", 5));
            isProblem(response, 502, "deserialize_failed");
            assertThat(json(response).get("refused_by").stringValue()).isEqualTo("comparison");
            assertThat(json(response).get("completed").intValue()).isEqualTo(7);
            assertThat(json(response).get("request").intValue()).isEqualTo(7);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16})
    void no_request_arrives_while_a_block_is_parsed(int concurrency) throws Exception {
        byte[] golden = Providers.golden("DummyObject", "json");
        AtomicInteger parsed = new AtomicInteger();
        List<Integer> parsedAtRequests = Collections.synchronizedList(new ArrayList<>());
        try (FakeProvider fake = new FakeProvider();
                Server consumer = new Server(
                        WrappedEngine.registry(Format.JSON, decoder -> body -> {
                            parsed.incrementAndGet();
                            return decoder.decode(body);
                        }),
                        fake.origin())) {
            fake.plays((path, out) -> {
                parsedAtRequests.add(parsed.get());
                out.write(FakeProvider.http("200 OK", "Content-Type: application/json\r\n", golden));
                return true;
            });
            parsed.set(0); // The check of the engine has parsed, too.
            int status = consumer.run(runOf(fake.origin(), "JSON", "DummyObject", 420)
                            .put("warmup", 60)
                            .put("block", 80)
                            .put("concurrency", concurrency))
                    .statusCode();
            assertThat(status).isEqualTo(200);
        }
        SortedMap<Integer, Long> requests = parsedAtRequests.stream()
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        assertThat(requests.values())
                .as("requests that arrived between the parses of two blocks: " + requests)
                .containsExactly(60L, 80L, 80L, 80L, 80L, 80L, 20L);
    }
}
