package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.Server.runOf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.Providers;
import testbed.WrappedEngine;
import testbed.contract.Format;

/** Blocks of a run, seen by its provider. */
class BlocksTest {
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
        Map<Integer, Long> requests =
                parsedAtRequests.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        assertThat(requests)
                .as("requests that arrived, by how many objects had been parsed then")
                .isEqualTo(Map.of(0, 60L, 60, 80L, 140, 80L, 220, 80L, 300, 80L, 380, 80L, 460, 20L));
    }
}
