package testbed.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import testbed.contract.Wire;
import tools.jackson.databind.JsonNode;

class ScalarTest {
    private static final Map<String, Scalar> BY_SCHEMA =
            Map.of("integer", Scalar.INTEGER, "number", Scalar.NUMBER, "boolean", Scalar.BOOLEAN);

    @Test
    void every_type_knows_the_scalars_of_its_schema() throws Exception {
        for (ObjectType type : new ObjectTypes().all()) {
            Map<String, Scalar> expected = new HashMap<>();
            collect(
                    Wire.MAPPER.readTree(
                            Files.readAllBytes(Path.of("..", "providers", "objects", type.name() + ".schema.json"))),
                    expected);
            assertThat(expected).isNotEmpty();
            assertThat(type.scalars()).as("those of %s", type.name()).isEqualTo(expected);
        }
    }

    private static void collect(JsonNode schema, Map<String, Scalar> scalars) {
        for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
            JsonNode value = field.getValue();
            JsonNode item = value.path("type").asString().equals("array") ? value.get("items") : value;
            Scalar scalar = BY_SCHEMA.get(item.path("type").asString());
            if (scalar != null) {
                scalars.put(field.getKey(), scalar);
            }
            collect(item, scalars);
        }
    }

    record Twice(int a, List<Inner> inner) {
        record Inner(double a) {}
    }

    record TextToo(int a, List<Inner> inner) {
        record Inner(String a) {}
    }

    @Test
    void a_name_is_one_thing() {
        assertThatThrownBy(() -> Scalar.of(Twice.class)).hasMessageContaining("a field a of two kinds");
        assertThatThrownBy(() -> Scalar.of(TextToo.class)).hasMessageContaining("a field a of two kinds");
    }
}
