package testbed.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import testbed.contract.Wire;
import testbed.objects.Kind.Field;
import testbed.objects.Kind.Presence;
import tools.jackson.databind.JsonNode;

class KindTest {
    private static final Map<String, Kind> PLAIN = Map.of(
            "integer int32", Kind.Plain.INT32,
            "integer int64", Kind.Plain.INT64,
            "number double", Kind.Plain.DOUBLE,
            "boolean", Kind.Plain.BOOLEAN);

    @Test
    void every_type_knows_the_fields_of_its_schema_in_order() throws Exception {
        for (ObjectType type : new ObjectTypes().all()) {
            JsonNode schema = Wire.MAPPER.readTree(
                    Files.readAllBytes(Path.of("..", "providers", "objects", type.name() + ".schema.json")));
            assertThat(type.fields()).as("those of %s", type.name()).isEqualTo(kind(schema, schema.path("$defs")));
        }
    }

    private static Kind kind(JsonNode given, JsonNode definitions) {
        JsonNode schema = given.has("$ref")
                ? definitions.get(given.get("$ref").stringValue().replace("#/$defs/", ""))
                : given;
        JsonNode type = schema.get("type");
        String name = type.isArray() ? type.get(0).stringValue() : type.stringValue();
        if (schema.has("properties")) {
            List<Field> fields = new ArrayList<>();
            schema.get("properties")
                    .forEachEntry((field, held) ->
                            fields.add(new Field(field, kind(held, definitions), presence(schema, field, held))));
            return new Kind.Fields(fields);
        }
        return switch (name) {
            case "object" -> new Kind.Entries(kind(schema.get("additionalProperties"), definitions));
            case "array" -> new Kind.Items(kind(schema.get("items"), definitions));
            case "string" -> schema.has("enum") ? choice(schema.get("enum")) : Kind.Plain.TEXT;
            default -> PLAIN.get((name + " " + schema.path("format").asString("")).strip());
        };
    }

    private static Kind choice(JsonNode values) {
        return new Kind.Choice(values.valueStream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .toList());
    }

    private static Presence presence(JsonNode schema, String field, JsonNode held) {
        JsonNode type = held.path("type");
        if (type.isArray()) {
            return Presence.NULLABLE;
        }
        boolean isRequired = schema.path("required").valueStream().anyMatch(name -> name.stringValue()
                .equals(field));
        return isRequired || type.asString("").equals("array") ? Presence.REQUIRED : Presence.OPTIONAL;
    }

    record Bytes(byte[] all) {}

    record ByNumber(Map<Integer, String> all) {}

    @Test
    void a_field_of_which_no_guard_knows_is_refused() {
        assertThatThrownBy(() -> Kind.of(Bytes.class)).hasMessageContaining("a field is a byte[]");
        assertThatThrownBy(() -> Kind.of(ByNumber.class)).hasMessageContaining("a field is a java.util.Map<");
    }

    enum Colour {
        @JsonProperty("dark red")
        DARK_RED,
        @JsonProperty("\"blue\"")
        BLUE
    }

    record Inner(boolean on) {}

    record Odd(
            @JsonProperty("@id") @MayBeAbsent Integer id,
            @MayBeNull Inner inner,
            List<Colour> colours,
            List<List<Double>> lists,
            Map<String, List<Long>> map,
            @MayBeAbsent Map<String, Boolean> flags) {}

    @Test
    void a_list_or_map_may_hold_any_kind_and_a_mark_says_what_may_be_absent_or_null() {
        assertThat(Kind.of(Odd.class).all())
                .containsExactly(
                        new Field("@id", Kind.Plain.INT32, Presence.OPTIONAL),
                        new Field(
                                "inner",
                                new Kind.Fields(List.of(new Field("on", Kind.Plain.BOOLEAN, Presence.REQUIRED))),
                                Presence.NULLABLE),
                        new Field(
                                "colours",
                                new Kind.Items(new Kind.Choice(List.of("dark red", "\"blue\""))),
                                Presence.REQUIRED),
                        new Field("lists", new Kind.Items(new Kind.Items(Kind.Plain.DOUBLE)), Presence.REQUIRED),
                        new Field("map", new Kind.Entries(new Kind.Items(Kind.Plain.INT64)), Presence.REQUIRED),
                        new Field("flags", new Kind.Entries(Kind.Plain.BOOLEAN), Presence.OPTIONAL));
    }

    @Test
    void keys_are_in_the_order_of_utf8_which_is_not_that_of_strings() {
        List<String> keys = List.of("", "a", "aa", "b", "é", "\uff46", "\ud835\udc82");
        assertThat(keys).isSortedAccordingTo(Kind.Entries.ORDER);
        assertThat("\ud835\udc82").isLessThan("\uff46");
    }
}
