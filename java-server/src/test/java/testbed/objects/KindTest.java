package testbed.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import testbed.contract.Wire;
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
            assertThat(type.fields()).as("those of %s", type.name()).isEqualTo(kind(schema));
        }
    }

    private static Kind kind(JsonNode schema) {
        String type = schema.get("type").asString();
        return switch (type) {
            case "object" ->
                new Kind.Fields(schema.get("properties").properties().stream()
                        .map(field -> new Kind.Field(field.getKey(), kind(field.getValue())))
                        .toList());
            case "array" -> new Kind.Items(kind(schema.get("items")));
            case "string" -> Kind.Plain.TEXT;
            default -> PLAIN.get((type + " " + schema.path("format").asString("")).strip());
        };
    }

    record Bytes(byte[] all) {}

    @Test
    void a_field_of_which_no_guard_knows_is_refused() {
        assertThatThrownBy(() -> Kind.of(Bytes.class)).hasMessageContaining("a field is a byte[]");
    }

    @Test
    void a_list_may_hold_any_kind() {
        record Lists(List<Integer> whole, List<Boolean> flags) {}
        assertThat(Kind.of(Lists.class))
                .isEqualTo(new Kind.Fields(List.of(
                        new Kind.Field("whole", new Kind.Items(Kind.Plain.INT32)),
                        new Kind.Field("flags", new Kind.Items(Kind.Plain.BOOLEAN)))));
    }
}
