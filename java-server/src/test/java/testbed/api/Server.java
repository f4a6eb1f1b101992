package testbed.api;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.springframework.context.ConfigurableApplicationContext;
import testbed.Main;
import testbed.config.Config;
import testbed.contract.Wire;
import testbed.engines.EngineRegistry;
import testbed.objects.ObjectTypes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A real server on a free port, and a client that speaks to it. */
final class Server implements AutoCloseable {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final ConfigurableApplicationContext context;
    private final String url;

    Server(String allowlist, String... settings) {
        this(EngineRegistry::new, allowlist, settings);
    }

    /** One with other engines. */
    Server(Function<ObjectTypes, EngineRegistry> registry, String allowlist, String... settings) {
        // Requests that tests spell themselves call every server so.
        Map<String, String> environment =
                new HashMap<>(Map.of("PORT", "0", "PROVIDER_ALLOWLIST", allowlist, "ALLOWED_HOSTS", "a"));
        for (int i = 0; i < settings.length; i += 2) {
            environment.put(settings[i], settings[i + 1]);
        }
        context = Main.start(Config.from(environment), registry);
        url = Main.url(context);
    }

    String url() {
        return url;
    }

    HttpResponse<byte[]> get(String path, String... headers) throws Exception {
        return send(request(path, headers).GET());
    }

    HttpResponse<byte[]> post(String path, byte[] body, String... headers) throws Exception {
        return send(request(path, headers).POST(BodyPublishers.ofByteArray(body)));
    }

    HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
    }

    HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    /** What {@code GET /engines} says once all is proven that it asks for. */
    JsonNode engines(String query) throws Exception {
        JsonNode said = json(get("/engines" + query));
        while (said.get("engines").valueStream().anyMatch(engine -> engine.has("unproven"))) {
            Thread.onSpinWait();
            said = json(get("/engines" + query));
        }
        return said;
    }

    /** A run with these fields changed; a null leaves one out. */
    HttpResponse<byte[]> run(ObjectNode body, String... headers) throws Exception {
        return post("/triggerReqs", body, headers);
    }

    /** Such a body to another path. */
    HttpResponse<byte[]> post(String path, ObjectNode body, String... headers) throws Exception {
        String[] all = java.util.Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] = "application/json";
        return post(path, Wire.bytes(body), all);
    }

    /** The five required fields of a run. */
    static ObjectNode runOf(String provider, String format, String type, int amount) {
        return Wire.MAPPER
                .createObjectNode()
                .put("amount", amount)
                .put("provider_url", provider)
                .put("object_format", format)
                .put("server_type", "java")
                .put("object_type", type);
    }

    static JsonNode json(HttpResponse<byte[]> response) {
        return Wire.MAPPER.readTree(response.body());
    }

    @Override
    public void close() {
        context.close();
    }
}
