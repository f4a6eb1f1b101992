package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import testbed.Providers;
import testbed.WrappedEngine;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** When engines are proven: never beside a run. Its provider holds the run up. */
@Timeout(60)
class ProofsTest {
    private final FakeProvider hanging = new FakeProvider();
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch asked = new CountDownLatch(1);
    /** The engines that bound themselves to a type, for a proof or a run. */
    private final Set<Engine> bound = ConcurrentHashMap.newKeySet();

    private Server server;

    @BeforeEach
    void start() {
        hanging.plays((path, out) -> {
            asked.countDown();
            release.await();
            return false;
        });
        List<Engine> engines =
                EngineRegistry.ENGINES.stream().map(this::watched).toList();
        server = new Server(types -> new EngineRegistry(engines, types), hanging.origin(), "READ_TIMEOUT_MS", "60000");
    }

    @AfterEach
    void stop() throws Exception {
        release.countDown();
        server.close();
        hanging.close();
    }

    @Test
    void engines_asked_for_beside_a_run_answers_at_once_and_proves_them_when_it_has_ended() throws Exception {
        CompletableFuture<HttpResponse<byte[]>> run = beginRun();
        Set<Engine> before = Set.copyOf(bound);
        List<JsonNode> said = List.of(json(server.get("/engines")), json(server.get("/engines")));
        assertThat(said.get(0)).isEqualTo(said.get(1));
        assertThat(said.get(0).get("engines")).hasSameSizeAs(EngineRegistry.ENGINES);
        assertThat(said.get(0).get("engines").get(0).get("object_types")).hasToString("[\"DummyObject\"]");
        assertThat(said.get(0).get("engines"))
                .allSatisfy(engine -> assertThat(engine.get("unproven")).hasSizeGreaterThan(10));
        assertThat(bound).as("by proofs beside the run").isEqualTo(before);
        assertThat(run).isNotDone();
        release.countDown();
        run.get(30, TimeUnit.SECONDS);
        assertThat(server.engines("").get("engines"))
                .allSatisfy(engine -> assertThat(engine.get("object_types").size()
                                + engine.path("failing").size())
                        .isEqualTo(Providers.objectTypes().size()));
    }

    @Test
    void a_run_that_is_refused_since_another_goes_on_has_no_engine_proven() throws Exception {
        beginRun();
        Set<Engine> before = Set.copyOf(bound);
        isProblem(server.run(run().put("engine", "gson")), 409, "busy");
        assertThat(bound).isEqualTo(before);
    }

    private CompletableFuture<HttpResponse<byte[]>> beginRun() throws Exception {
        CompletableFuture<HttpResponse<byte[]>> run = CompletableFuture.supplyAsync(() -> {
            try {
                return server.run(run());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        return run;
    }

    private ObjectNode run() {
        return runOf(hanging.origin(), "JSON", "DummyObject", 1);
    }

    private Engine watched(Engine engine) {
        return new WrappedEngine(engine, decoder -> {
            bound.add(engine);
            return decoder;
        });
    }
}
