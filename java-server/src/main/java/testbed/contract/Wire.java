package testbed.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of the server's own messages, which no engine has a part in. */
public final class Wire {
    /** Fields in declared order, absent where unknown. */
    public static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .changeDefaultPropertyInclusion(usual -> usual.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private Wire() {}

    /** A message as UTF-8 JSON. */
    public static byte[] bytes(Object message) {
        return MAPPER.writeValueAsBytes(message);
    }

    /** A line of a stream: {@code event} first, then the message's own fields, then a line feed. */
    public static byte[] line(String event, Object message) {
        ObjectNode node = MAPPER.createObjectNode().put("event", event);
        node.setAll((ObjectNode) MAPPER.valueToTree(message));
        return (node + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }
}
