package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Everything;
import testbed.Providers;
import testbed.contract.Format;
import testbed.contract.Operation;
import testbed.measure.Decoder;
import testbed.measure.Encoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Size;
import testbed.objects.types.DummyObject;

class GoldensTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final EngineRegistry ENGINES = new EngineRegistry(TYPES);
    /** Default engines take each variant, the others every fourth, and of types with more bytes of JSON every sixteenth: all would take minutes. */
    private static final int SMALL = 2048;

    static List<Arguments> enginesAndTypes() {
        List<Arguments> all = new ArrayList<>();
        for (Engine engine : EngineRegistry.ENGINES) {
            Everything.carriedBy(engine.format())
                    .filter(type -> engine.operation() == Operation.DECODE && engine.reads(type.type()))
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
        int others = Providers.golden(typeName, "json").length <= SMALL ? 4 : 16;
        int step = ENGINES.defaultOf(engine.format()).engine() == engine ? 1 : others;
        IntStream indices = IntStream.range(0, ObjectType.VARIANTS).filter(index -> index % step == 0);
        assertThat(indices).allSatisfy(index -> {
            Object variant = type.variants().get(index);
            byte[] bytes = encoder.encode(variant);
            assertThat(Providers.sha256(bytes)).isEqualTo(digests.get(index));
            decoder.expect(variant);
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

    static Stream<Arguments> sizes() {
        return Everything.formatsAndSizes();
    }

    @ParameterizedTest(name = "{1}/{2} as {0}")
    @MethodSource("sizes")
    void writes_the_canonical_bytes_of_each_size_and_reads_them_back(Format format, String typeName, String size)
            throws Exception {
        ObjectType type = TYPES.named(typeName).orElseThrow();
        Engine engine = ENGINES.defaultOf(format).engine();
        Encoder encoder = engine.encoder(type.type());
        Decoder decoder = engine.decoder(type.type());
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (Object variant : type.variants(Size.find(size)).all().subList(0, 8)) {
            byte[] bytes = encoder.encode(variant);
            assertThat(decoder.decode(bytes)).isEqualTo(variant);
            joined.writeBytes(bytes);
        }
        assertThat(Providers.sha256(joined.toByteArray()))
                .isEqualTo(Providers.sizes().get(typeName + "/" + size + "." + format.lowerCase()));
    }

    @Test
    void every_digest_is_of_a_size_that_there_is() throws Exception {
        assertThat(sizes().map(of -> of.get()[1] + "/" + of.get()[2] + "." + ((Format) of.get()[0]).lowerCase()))
                .containsExactlyInAnyOrderElementsOf(Providers.sizes().keySet());
    }

    @Test
    void no_format_takes_more_bytes_than_a_body_of_a_size_may_have() {
        assertThat(sizes()).allSatisfy(of -> {
            ObjectType type = TYPES.named((String) of.get()[1]).orElseThrow();
            Size size = Size.find((String) of.get()[2]).orElseThrow();
            Encoder encoder = ENGINES.defaultOf((Format) of.get()[0]).engine().encoder(type.type());
            assertThat(type.variants(Optional.of(size)).all()).allSatisfy(variant -> assertThat(encoder.encode(variant))
                    .hasSizeLessThanOrEqualTo(size.maxBodyBytes()));
        });
    }

    @Test
    void the_variants_hold_the_characters_that_formats_trip_over() {
        String text = TYPES.named("DummyObject").orElseThrow().variants().all().toString();
        assertThat(text).contains("\r\n", "&", "<", "\"");
        assertThat(text.codePoints().anyMatch(c -> c > 0xffff))
                .as("a surrogate pair")
                .isTrue();
        assertThat(((DummyObject) TYPES.named("DummyObject").orElseThrow().canonical()).about())
                .endsWith("\r\n");
    }
}
