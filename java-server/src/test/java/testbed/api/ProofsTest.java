package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
    /** The engines that bound themselves to a type, for a proof or a run, by the thread that last had them do so. */
    private final Map<Engine, String> bound = new ConcurrentHashMap<>();

    private Server server;

    @BeforeEach
    void start() {
        hanging.plays((path, out) -> {
            asked.countDown();
            release.await();
            return false;
        });
        server = started(hanging.origin(), 0);
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
        Set<Engine> before = Set.copyOf(bound.keySet());
        List<JsonNode> said = List.of(json(server.get("/engines")), json(server.get("/engines")));
        assertThat(said.get(0)).isEqualTo(said.get(1));
        assertThat(said.get(0).get("engines")).hasSameSizeAs(EngineRegistry.ENGINES);
        assertThat(said.get(0).get("engines").get(0).get("object_types")).hasToString("[\"DummyObject\"]");
        assertThat(said.get(0).get("engines"))
                .allSatisfy(engine -> assertThat(engine.get("unproven")).hasSizeGreaterThan(10));
        assertThat(bound.keySet()).as("by proofs beside the run").isEqualTo(before);
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
        Set<Engine> before = Set.copyOf(bound.keySet());
        isProblem(server.run(run().put("engine", "gson")), 409, "busy");
        assertThat(bound.keySet()).isEqualTo(before);
    }

    /** Each asks for an engine that the run does not, or for one that it does with another type. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/XMLObject/DummyObject",
                "/BSONObject/Order?index=1",
                "/JSONObject/Order",
                "/decode/JSON/DummyObject?engine=gson",
                "/decode/BSON/DummyObject",
                "/decode/JSON/Order"
            })
    void what_needs_a_proof_is_refused_beside_a_run_and_answered_when_it_has_ended(String path) throws Exception {
        CompletableFuture<HttpResponse<byte[]>> run = beginRun();
        Set<Engine> before = Set.copyOf(bound.keySet());
        HttpResponse<byte[]> refused = ask(path);
        isProblem(refused, 409, "busy");
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(bound.keySet()).as("by proofs beside the run").isEqualTo(before);
        assertThat(run).isNotDone();
        release.countDown();
        run.get(30, TimeUnit.SECONDS);
        assertThat(ask(path).statusCode()).isEqualTo(200);
    }

    @Test
    void what_is_proven_is_answered_beside_a_run() throws Exception {
        List<String> paths = List.of("/XMLObject/DummyObject", "/decode/JSON/DummyObject?engine=gson");
        for (String path : paths) {
            assertThat(ask(path).statusCode()).isEqualTo(200);
        }
        beginRun();
        for (String path : paths) {
            assertThat(ask(path).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_proof_is_made_by_the_thread_of_the_runs_whoever_asks() throws Exception {
        assertThat(ask("/XMLObject/DummyObject").statusCode()).isEqualTo(200);
        assertThat(bound).hasSize(1).containsValue("run");
    }

    @Test
    void a_run_from_the_server_itself_is_provided_with_what_no_run_has_asked_for() throws Exception {
        int port = freePort();
        String own = "http://127.0.0.1:" + port;
        try (Server alone = started(own, port)) {
            HttpResponse<byte[]> run =
                    alone.run(runOf(own, "JSON", "DummyObject", 1).put("engine", "gson"));
            assertThat(run.statusCode()).as(new String(run.body())).isEqualTo(200);
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** An object where the path is of one; to be decoded, its golden bytes. */
    private HttpResponse<byte[]> ask(String path) throws Exception {
        String[] parts = path.split("[/?]");
        return path.startsWith("/decode")
                ? server.post(path, Providers.golden(parts[3], parts[2].toLowerCase(Locale.ROOT)))
                : server.get(path);
    }

    private Server started(String provider, int port) {
        List<Engine> engines =
                EngineRegistry.ENGINES.stream().map(this::watched).toList();
        return new Server(
                types -> new EngineRegistry(engines, types),
                provider,
                "READ_TIMEOUT_MS",
                "60000",
                "PORT",
                String.valueOf(port));
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
            bound.put(engine, Thread.currentThread().getName());
            return decoder;
        });
    }
}
