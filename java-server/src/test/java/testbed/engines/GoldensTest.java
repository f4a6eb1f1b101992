package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Everything;
import testbed.Providers;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.types.DummyObject;

class GoldensTest {
    private static final ObjectTypes TYPES = new ObjectTypes();

    static List<Arguments> enginesAndTypes() {
        List<Arguments> all = new ArrayList<>();
        for (Engine engine : EngineRegistry.ENGINES) {
            Everything.carriedBy(engine.format())
                    .forEach(type -> all.add(Arguments.of(engine.name(), type.name(), engine, type)));
        }
        return all;
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("enginesAndTypes")
    void writes_the_canonical_bytes_of_every_variant_and_reads_them_back(
            String name, String typeName, Engine engine, ObjectType type) throws Exception {
        List<String> digests = Providers.digests(typeName, engine.format().lowerCase());
        Encoder encoder = engine.encoder(type.type());
        Decoder decoder = engine.decoder(type.type());
        assertThat(digests).hasSize(ObjectType.VARIANTS);
        assertThat(IntStream.range(0, ObjectType.VARIANTS)).allSatisfy(index -> {
            Object variant = type.variants().get(index);
            byte[] bytes = encoder.encode(variant);
            assertThat(Providers.sha256(bytes)).isEqualTo(digests.get(index));
            assertThat(decoder.decode(bytes)).isEqualTo(variant);
        });
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("enginesAndTypes")
    void writes_the_golden_byte_for_byte(String name, String typeName, Engine engine, ObjectType type)
            throws Exception {
        assertThat(engine.encoder(type.type()).encode(type.canonical()))
                .isEqualTo(Providers.golden(typeName, engine.format().lowerCase()));
    }

    @Test
    void the_variants_hold_the_characters_that_formats_trip_over() {
        String text = TYPES.named("DummyObject").orElseThrow().variants().toString();
        assertThat(text).contains("\r\n", "&", "<", "\"");
        assertThat(text.codePoints().anyMatch(c -> c > 0xffff))
                .as("a surrogate pair")
                .isTrue();
        assertThat(((DummyObject) TYPES.named("DummyObject").orElseThrow().canonical()).about())
                .endsWith("\r\n");
    }
}
