package testbed.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import testbed.Problem;
import testbed.ProblemException;
import testbed.Wire;
import testbed.engines.Format;
import testbed.guard.Guard;
import testbed.guard.GuardException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

/** The fields of a JSON object, by name: none unknown, none missing, none twice, none null. What they hold is asked for by type. */
record RequestFields(Map<String, JsonNode> byName) {
    /**
     * Reads a body.
     *
     * @throws ProblemException {@code invalid_request}, naming the field where one is at fault
     */
    static RequestFields parse(byte[] body, List<String> allowed, List<String> required) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        checkText(body);
        try (JsonParser parser = Wire.MAPPER.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw notAnObject();
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                parser.nextToken();
                JsonNode value = parser.readValueAsTree();
                check(name, value, fields, allowed);
                fields.put(name, value);
            }
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                throw notAnObject();
            }
        } catch (JacksonException e) {
            throw notAnObject();
        }
        for (String name : required) {
            if (!fields.containsKey(name)) {
                throw atFault(name, "field " + name + " is missing");
            }
        }
        return new RequestFields(fields);
    }

    /** The guard keeps out what the parser might take for another encoding, or nest without end. */
    private static void checkText(byte[] body) {
        try {
            Guard.of(Format.JSON).check(body);
        } catch (GuardException e) {
            throw notAnObject();
        }
    }

    private static void check(String name, JsonNode value, Map<String, JsonNode> seen, List<String> allowed) {
        if (!allowed.contains(name)) {
            String shown = name.length() > 100 ? name.substring(0, 100) + "…" : name;
            throw atFault(shown, "field " + shown + " is unknown; allowed are " + String.join(", ", allowed));
        }
        if (seen.containsKey(name)) {
            throw atFault(name, "field " + name + " comes twice; give it once");
        }
        if (value == null || value.isNull()) {
            throw atFault(name, name + " is null; leave it out or give a value");
        }
    }

    private static ProblemException atFault(String name, String detail) {
        return new ProblemException(Problem.invalid(name, detail));
    }

    private static ProblemException notAnObject() {
        return new ProblemException(Problem.of(
                Problem.Code.INVALID_REQUEST,
                "the body is not one JSON object in UTF-8; send one with the fields of a run"));
    }

    JsonNode get(String name) {
        return byName.get(name);
    }

    int integer(String name, int absent, int least, int most) {
        JsonNode value = get(name);
        if (value == null) {
            return absent;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < least
                || value.intValue() > most) {
            throw invalid(name, value.toString(), "an integer from " + least + " to " + most);
        }
        return value.intValue();
    }

    String text(String name) {
        JsonNode value = get(name);
        if (!value.isString()) {
            throw invalid(name, value.toString(), "a string");
        }
        return value.stringValue();
    }

    <T> T choice(String name, T absent, List<String> allowed, Function<String, T> resolve) {
        JsonNode value = get(name);
        if (value == null) {
            return absent;
        }
        if (!value.isString() || !allowed.contains(value.stringValue())) {
            throw invalid(name, value.toString(), String.join(", ", allowed));
        }
        return resolve.apply(value.stringValue());
    }

    static ProblemException invalid(String name, String actual, String allowed) {
        String shown = actual.length() > 100 ? actual.substring(0, 100) + "…" : actual;
        return atFault(name, name + " is " + shown + "; allowed is " + allowed);
    }
}
