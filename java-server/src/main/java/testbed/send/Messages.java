package testbed.send;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A receiver's messages: JSON in UTF-8 that every reader takes for the same. */
final class Messages {
    /** Of a member that is there twice readers take the first, or the last. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private Messages() {}

    /** The object that these bytes are; empty where they are none, or say anything twice, or have a number that a double cannot hold. */
    static Optional<ObjectNode> object(byte[] message) {
        try {
            // The library would take bytes for UTF-16 where they look like it.
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(message))
                    .toString();
            return MAPPER.readTree(text) instanceof ObjectNode object && isFinite(object)
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (CharacterCodingException | JacksonException e) {
            return Optional.empty();
        }
    }

    private static boolean isFinite(JsonNode node) {
        return node.isContainer()
                ? node.values().stream().allMatch(Messages::isFinite)
                : !node.isFloatingPointNumber() || Double.isFinite(node.doubleValue());
    }
}
