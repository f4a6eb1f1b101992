package testbed.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import testbed.Providers;
import testbed.contract.Format;
import testbed.objects.types.NumericObject;
import testbed.objects.types.Timeline;

class ObjectTypesTest {
    private final ObjectTypes types = new ObjectTypes();

    @Test
    void every_type_in_providers_is_in_the_registry() throws Exception {
        assertThat(types.all().stream().map(ObjectType::name))
                .as("run `make objects` where a schema in providers/objects has no record")
                .containsExactlyInAnyOrderElementsOf(Providers.objectTypes());
    }

    @Test
    void names_are_unique_and_a_path_names_a_type_by_number_or_name() {
        assertThat(types.all().stream().flatMap(type -> type.names().stream())).doesNotHaveDuplicates();
        assertThat(new ObjectType(NumericObject.class, NumericObject::build).names())
                .containsExactly("NumericObject");
        assertThat(types.inPath("1")).isEqualTo(types.inPath("NumericObject")).isPresent();
        assertThat(types.inPath("2")).isEqualTo(types.inPath("DummyObject")).isPresent();
        assertThat(types.inPath("3")).isEmpty();
        assertThat(types.inPath("01")).isEmpty();
        assertThat(types.named("1")).isEmpty();
    }

    @Test
    void variants_are_loaded_when_somebody_asks_for_more_than_the_canonical_object() {
        assertThat(types.all()).allSatisfy(type -> {
            assertThat(type.variants().get(0)).isSameAs(type.canonical());
            assertThat(type.variants().isLoaded()).isFalse();
            assertThat(type.variants().get(1)).isSameAs(type.variants().all().get(1));
            assertThat(type.variants().isLoaded()).isTrue();
            assertThat(type.variants().all().get(0)).isEqualTo(type.canonical());
        });
    }

    @Test
    void the_variants_of_each_size_are_loaded_apart() {
        ObjectType timeline = types.named("Timeline").orElseThrow();
        Variants variants = timeline.variants(Optional.of(Size.KIB_64));
        assertThat(((Timeline) variants.get(0)).entries()).hasSizeGreaterThan(400);
        assertThat(variants.isLoaded()).isFalse();
        assertThat(variants.get(1)).isSameAs(variants.all().get(1));
        assertThat(variants.all()).hasSize(128).first().isEqualTo(variants.get(0));
        assertThat(timeline.variants(Optional.of(Size.KIB_64))).isSameAs(variants);
        assertThat(timeline.variants(Optional.of(Size.KIB_16)).isLoaded()).isFalse();
        assertThat(timeline.variants().isLoaded()).isFalse();
    }

    @Test
    void a_type_has_every_size_or_none() {
        assertThat(types.named("Tweet").orElseThrow().sizes()).containsExactly(Size.values());
        assertThat(types.named("Row6").orElseThrow().sizes()).isEmpty();
    }

    @Test
    void variants_differ() {
        assertThat(types.all()).allSatisfy(type -> assertThat(type.variants().all())
                .hasSize(ObjectType.VARIANTS)
                .doesNotHaveDuplicates());
    }

    @Test
    void a_type_knows_which_format_cannot_carry_it_and_why() {
        ObjectType polygon = types.named("Polygon").orElseThrow();
        assertThat(polygon.uncarriedBy(Format.XML))
                .hasValue("nothing tells where an inner list of Polygon.coordinates ends");
        assertThat(polygon.uncarriedBy(Format.BSON)).isEmpty();
        assertThat(types.named("Order").orElseThrow().uncarriedBy(Format.XML)).isEmpty();
    }
}
