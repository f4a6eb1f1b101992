package testbed.request;

import java.util.Map;
import testbed.config.Config;
import testbed.contract.Wire;
import testbed.engines.EngineRegistry;
import testbed.objects.ObjectTypes;
import tools.jackson.databind.node.ObjectNode;

/** A request for tests, this room's and those above it. */
public final class Sample {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final RunRequestReader READER = new RunRequestReader(
            Config.from(Map.of("PROVIDER_ALLOWLIST", "http://127.0.0.1:8082,http://127.0.0.1:8083")),
            new EngineRegistry(TYPES),
            TYPES);

    private Sample() {}

    /** The least that may be asked, with these fields changed, as a run takes it. */
    public static RunRequest with(Map<String, ?> changes) {
        ObjectNode body = Wire.MAPPER
                .createObjectNode()
                .put("amount", 10)
                .put("provider_url", "http://127.0.0.1:8083")
                .put("object_format", "JSON")
                .put("server_type", "rust")
                .put("object_type", "DummyObject");
        body.setAll(Wire.MAPPER.<ObjectNode>valueToTree(changes));
        return READER.read(Wire.bytes(body));
    }
}
