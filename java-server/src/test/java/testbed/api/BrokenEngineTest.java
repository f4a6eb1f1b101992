package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.FakeProvider.http;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.Providers;
import testbed.WrappedEngine;
import testbed.contract.Format;

/** Engines that are wrong from the start, and one that breaks in a run. */
class BrokenEngineTest {
    @Test
    void nothing_is_written_by_an_engine_that_fails_its_goldens() throws Exception {
        try (Server server = new Server(WrappedEngine.registry(Format.JSON, decoder -> body -> null), "")) {
            byte[] bson = Providers.golden("NumericObject", "bson");
            for (HttpResponse<byte[]> answer : new HttpResponse[] {
                server.get("/JSONObject/1"),
                server.get("/JSONObject/2?index=5"),
                server.get("/json_bytes"),
                server.post("/decode/BSON/1", bson)
            }) {
                isProblem(answer, 500, "internal");
                assertThat(json(answer).get("detail").stringValue())
                        .isEqualTo(
                                "this object is not served: its default engine fails its goldens; GET /engines says how");
            }
            assertThat(server.get("/BSONObject/1").body()).isEqualTo(bson);
            assertThat(server.engines("").get("engines").get(0).get("failing")).hasSameSizeAs(Providers.objectTypes());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.lang.AssertionError", "java.lang.LinkageError", "java.lang.IllegalStateException"})
    @Timeout(60)
    void a_run_that_breaks_is_told_and_the_next_may_begin(String thrown) throws Exception {
        byte[] golden = Providers.golden("DummyObject", "json");
        AtomicReference<String> breaks = new AtomicReference<>();
        var registry = WrappedEngine.registry(Format.JSON, decoder -> body -> {
            if (breaks.get() != null) {
                throwing(breaks.get());
            }
            return decoder.decode(body);
        });
        try (FakeProvider fake = new FakeProvider();
                Server server = new Server(registry, fake.origin())) {
            fake.plays((path, out) -> {
                out.write(http("200 OK", "Content-Type: application/json\r\n", golden));
                return true;
            });
            server.engines(""); // which has the engine prove itself while it is whole
            breaks.set(thrown);
            HttpResponse<byte[]> broken = server.run(runOf(fake.origin(), "JSON", "DummyObject", 5));
            boolean engines = thrown.endsWith("Exception");
            isProblem(broken, engines ? 502 : 500, engines ? "deserialize_failed" : "internal");
            assertThat(json(broken).get("phase").stringValue()).isEqualTo("measured");
            HttpResponse<byte[]> decoded = server.post("/decode/JSON/DummyObject", golden);
            isProblem(decoded, engines ? 422 : 500, engines ? "deserialize_failed" : "internal");
            for (HttpResponse<byte[]> answer : List.of(broken, decoded)) {
                assertThat(json(answer).path("refused_by").asString("nobody")).isEqualTo(engines ? "engine" : "nobody");
            }
            breaks.set(null);
            HttpResponse<byte[]> next = server.run(runOf(fake.origin(), "JSON", "DummyObject", 5));
            assertThat(next.statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_run_by_an_engine_that_fails_its_goldens_is_refused_and_the_next_may_begin() throws Exception {
        try (FakeProvider fake = new FakeProvider();
                Server server =
                        new Server(WrappedEngine.registry(Format.JSON, decoder -> body -> null), fake.origin())) {
            HttpResponse<byte[]> refused = server.run(runOf(fake.origin(), "JSON", "DummyObject", 5));
            isProblem(refused, 400, "invalid_request");
            assertThat(json(refused).get("field").stringValue()).isEqualTo("engine");
            fake.plays((path, out) -> false);
            isProblem(server.run(runOf(fake.origin(), "BSON", "DummyObject", 5)), 502, "provider_unreachable");
        }
    }

    /** Throws one of these, checked or not. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwing(String name) throws T {
        try {
            throw (T) Class.forName(name).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
