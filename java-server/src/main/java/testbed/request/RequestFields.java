package testbed.request;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.contract.Shown;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DoubleNode;

/** The fields of a JSON object, by name: none unknown, none twice. Whether one is there, and what it holds, is asked for by type. */
record RequestFields(Map<String, JsonNode> byName) {
    /** As deep as any server lets a request nest. */
    private static final int MAX_DEPTH = 127;

    private static final int MOST_SHOWN = 60;
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.-]{1,60}");
    private static final JsonMapper MAPPER = new JsonMapper(JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build());

    /**
     * Reads a body: all of it before any field is looked at.
     *
     * @throws ProblemException {@code invalid_request}, naming the field where one is at fault
     */
    static RequestFields parse(byte[] body, List<String> allowed) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : members(body)) {
            String name = member.getKey();
            if (!allowed.contains(name)) {
                String shown = Shown.of(name, MOST_SHOWN);
                throw atFault(shown, "field " + shown + " is unknown; allowed are " + String.join(", ", allowed));
            }
            if (fields.put(name, member.getValue()) != null) {
                throw atFault(name, "field " + name + " comes twice; give it once");
            }
        }
        return new RequestFields(fields);
    }

    private static List<Map.Entry<String, JsonNode>> members(byte[] body) {
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>();
        try (JsonParser parser = MAPPER.createParser(text(body))) {
            boolean object = parser.nextToken() == JsonToken.START_OBJECT;
            for (String name = parser.nextName(); object && name != null; name = parser.nextName()) {
                parser.nextToken();
                JsonNode value = value(parser);
                object = isText(name) && isText(value.toString()) && isFinite(value);
                members.add(Map.entry(name, value));
            }
            if (!object || parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                throw notAnObject();
            }
        } catch (JacksonException e) {
            throw notAnObject();
        }
        return members;
    }

    /** The value that begins here. A minus before a zero makes it no integer, here as in other servers; the library's trees forget it. */
    private static JsonNode value(JsonParser parser) {
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            ArrayNode items = MAPPER.createArrayNode();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(value(parser));
            }
            return items;
        }
        boolean minusZero = parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getString().equals("-0");
        return minusZero ? DoubleNode.valueOf(-0.0) : parser.readValueAsTree();
    }

    /** Whether it is Unicode: half a surrogate pair, which an escape can spell, is none. */
    private static boolean isText(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static boolean isFinite(JsonNode value) {
        return !value.isNumber() || Double.isFinite(value.numberValue().doubleValue());
    }

    /** The body as text, so that the parser does not look for other encodings. */
    private static String text(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw notAnObject();
        }
    }

    private static ProblemException atFault(String name, String detail) {
        return new ProblemException(Problem.invalid(name, detail));
    }

    private static ProblemException notAnObject() {
        return new ProblemException(Problem.of(
                Code.INVALID_REQUEST, "the body is not one JSON object in UTF-8; send one with the fields of a run"));
    }

    /** The value of a field that may be left out; null where it is. */
    JsonNode get(String name) {
        JsonNode value = byName.get(name);
        if (value != null && value.isNull()) {
            throw atFault(name, name + " is null; leave it out or give a value");
        }
        return value;
    }

    private JsonNode required(String name) {
        if (!byName.containsKey(name)) {
            throw atFault(name, "field " + name + " is missing");
        }
        return get(name);
    }

    int integer(String name, int least, int most) {
        return integer(name, required(name), least, most);
    }

    int integer(String name, int absent, int least, int most) {
        JsonNode value = get(name);
        return value == null ? absent : integer(name, value, least, most);
    }

    private static int integer(String name, JsonNode value, int least, int most) {
        if (!value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < least
                || value.intValue() > most) {
            throw invalid(name, value.toString(), "an integer from " + least + " to " + most);
        }
        return value.intValue();
    }

    String text(String name) {
        JsonNode value = required(name);
        if (!value.isString()) {
            throw invalid(name, value.toString(), "a string");
        }
        return value.stringValue();
    }

    /** The value of a field that may be left out and is one word, such as the name of an engine. */
    Optional<String> word(String name) {
        JsonNode value = get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isString() || !WORD.matcher(value.stringValue()).matches()) {
            throw invalid(name, value.toString(), "a word of 1 to 60 letters, digits, dots, dashes and underscores");
        }
        return Optional.of(value.stringValue());
    }

    <T> T choice(String name, List<String> allowed, Function<String, T> resolve) {
        return choice(name, required(name), allowed, resolve);
    }

    <T> T choice(String name, T absent, List<String> allowed, Function<String, T> resolve) {
        JsonNode value = get(name);
        return value == null ? absent : choice(name, value, allowed, resolve);
    }

    private static <T> T choice(String name, JsonNode value, List<String> allowed, Function<String, T> resolve) {
        if (!value.isString() || !allowed.contains(value.stringValue())) {
            throw invalid(name, value.toString(), String.join(", ", allowed));
        }
        return resolve.apply(value.stringValue());
    }

    static ProblemException invalid(String name, String actual, String allowed) {
        return atFault(name, name + " is " + Shown.of(actual, MOST_SHOWN) + "; allowed is " + allowed);
    }
}
