package testbed.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Wire;
import testbed.objects.excerpts.NumericExcerpt;
import testbed.objects.types.NumericObject;
import testbed.objects.types.NumericObject.Coordinate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ExcerptTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    /** As the default engine writes. */
    private static final JsonMapper WRITER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();

    @Test
    void the_pointers_are_those_that_every_language_has() throws Exception {
        ObjectNode pointers = Wire.MAPPER.createObjectNode();
        TYPES.all().forEach(type -> type.excerpt()
                .ifPresent(excerpt -> pointers.set(type.name(), Wire.MAPPER.valueToTree(excerpt.pointers()))));
        assertThat(pointers)
                .isEqualTo(
                        Wire.MAPPER.readTree(Files.readString(Path.of("..", "providers", "vectors", "excerpts.json"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NumericObject", "DummyObject"})
    void the_values_are_what_the_pointers_lead_to_in_every_variant(String name) {
        ObjectType type = TYPES.named(name).orElseThrow();
        Excerpt excerpt = type.excerpt().orElseThrow();
        assertThat(excerpt.of(type.canonical()))
                .isEqualTo(excerpt.of(type.variants().get(0)));
        assertThat(type.variants().all()).hasSize(ObjectType.VARIANTS).allSatisfy(whole -> {
            JsonNode looked = Wire.MAPPER.valueToTree(whole);
            assertThat(written(excerpt.of(whole)))
                    .isEqualTo(excerpt.pointers().stream()
                            .map(pointer -> "\"" + pointer + "\":" + there(looked.at(pointer)))
                            .collect(Collectors.joining(",", "{", "}")));
        });
    }

    private static String there(JsonNode found) {
        return found.isMissingNode() ? "null" : found.toString();
    }

    @Test
    void a_list_that_is_too_short_has_null_and_a_double_is_compared_bit_for_bit() {
        assertThat(written(numeric(4, 1.5))).endsWith(",\"/coordinates/4/latitude\":null}");
        assertThat(written(numeric(5, -0.0))).endsWith(",\"/coordinates/4/latitude\":-0.0}");
        assertThat(numeric(5, 0.1 + 0.2)).isEqualTo(numeric(6, 0.1 + 0.2)).isNotEqualTo(numeric(5, 0.3));
        assertThat(numeric(5, -0.0)).isNotEqualTo(numeric(5, 0.0)).isNotEqualTo(numeric(4, -0.0));
    }

    private static NumericExcerpt numeric(int points, double latitude) {
        List<Coordinate> list = Collections.nCopies(points, new Coordinate(1, latitude, 2.5));
        return NumericExcerpt.of(new NumericObject("a", 1, 2, list));
    }

    private static String written(Record excerpt) {
        return WRITER.writeValueAsString(excerpt);
    }

    @Test
    void a_type_without_an_excerpt_names_those_that_have_one() {
        ObjectType order = TYPES.named("Order").orElseThrow();
        assertThat(order.excerpt()).isEmpty();
        assertThat(TYPES.unexcerpted(order))
                .hasValue("Order has no excerpt; leave operation out, or choose one of NumericObject, DummyObject");
        assertThat(TYPES.unexcerpted(TYPES.named("DummyObject").orElseThrow())).isEmpty();
    }
}
