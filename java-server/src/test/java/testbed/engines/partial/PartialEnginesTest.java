package testbed.engines.partial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Format;
import testbed.contract.Operation;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.guard.Guard;
import testbed.measure.Decoder;
import testbed.measure.Encoder;
import testbed.objects.Excerpt;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.excerpts.NumericExcerpt;
import testbed.objects.types.NumericObject;

/** What every engine of operation partial reads. The bodies in providers/accept and providers/reject are VerdictsTest's. */
class PartialEnginesTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final EngineRegistry ENGINES = new EngineRegistry(TYPES);

    private static Stream<Engine> engines() {
        return EngineRegistry.ENGINES.stream().filter(engine -> engine.operation() == Operation.PARTIAL);
    }

    private static Stream<Engine> of(Format format) {
        return engines().filter(engine -> engine.format() == format);
    }

    static List<Arguments> enginesAndTypes() {
        List<Arguments> all = new ArrayList<>();
        engines().forEach(engine -> TYPES.all().stream()
                .filter(type -> type.excerpt().isPresent())
                .forEach(type -> all.add(Arguments.of(engine.name(), type.name(), engine, type))));
        return all;
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("enginesAndTypes")
    void reads_the_excerpt_of_every_variant(String name, String typeName, Engine engine, ObjectType type) {
        assertThat(engine.reads(type.type())).isTrue();
        Excerpt excerpt = type.excerpt().orElseThrow();
        Encoder encoder = ENGINES.defaultOf(engine.format()).engine().encoder(type.type());
        Decoder decoder = engine.decoder(type.type());
        assertThat(type.variants().all()).allSatisfy(variant -> {
            Object due = excerpt.of(variant);
            assertThat(decoder.decode(encoder.encode(variant))).isEqualTo(due);
        });
    }

    @Test
    void a_list_of_fewer_than_five_has_no_fifth() {
        NumericObject canonical = (NumericObject)
                TYPES.named("NumericObject").orElseThrow().variants().get(0);
        assertThat(canonical.coordinates()).hasSizeGreaterThan(5);
        for (int points = 0; points <= 6; points++) {
            NumericObject track = new NumericObject(
                    canonical.id(), 1, 2, canonical.coordinates().subList(0, points));
            assertThat(engines()).allSatisfy(engine -> {
                byte[] body = ENGINES.defaultOf(engine.format())
                        .engine()
                        .encoder(NumericObject.class)
                        .encode(track);
                assertThat(engine.decoder(NumericObject.class).decode(body)).isEqualTo(NumericExcerpt.of(track));
            });
        }
    }

    /** In the fifth place, where no body of providers/accept has them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "-1",
                "0.0",
                "1e21",
                "1E-7",
                "4.9e-324",
                "1e-400",
                "1.7976931348623157e308",
                "2.2250738585072011e-308",
                "9007199254740993",
                "9007199254740993.00000000000000000000000000000000000000000001",
                "12345678901234567890",
                "1234567890123456789012345678901234567890123456789012345678901234",
                "0.500000000000000166533453693773481063544750213623046875"
            })
    void a_double_is_read_as_the_whole_object_has_it(String latitude) {
        Arrays.stream(Format.values())
                .filter(Format::isText)
                .forEach(format -> assertAgreed(format, track(format, latitude), of(format)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.0", "-0e5"})
    void a_minus_zero_is_one_to_all_but_fastjson2s_paths(String latitude) {
        byte[] json = track(Format.JSON, latitude);
        assertAgreed(Format.JSON, json, of(Format.JSON).filter(engine -> !(engine instanceof Fastjson2Jsonpath)));
        assertAgreed(Format.XML, track(Format.XML, latitude), of(Format.XML));
        Engine jsonpath =
                ENGINES.find(Format.JSON, "fastjson2-jsonpath").orElseThrow().engine();
        assertThat(jsonpath.decoder(NumericObject.class).decode(json))
                .as("keeps minus zero by now: say so in Fastjson2Jsonpath, and drop Judge's exception")
                .isEqualTo(new NumericExcerpt("a", 2, 0.0));
    }

    /** From JDK 24 on, the JDK counts the references of a document. */
    @Test
    void a_text_may_be_of_many_references() {
        String body = "<NumericObject><id>" + "&amp;".repeat(150_000)
                + "</id><index>1</index><numbr>2</numbr></NumericObject>";
        assertAgreed(Format.XML, body.getBytes(StandardCharsets.UTF_8), of(Format.XML));
    }

    /** A body that the guard passes, to each of these engines. */
    private static void assertAgreed(Format format, byte[] body, Stream<Engine> engines) {
        ObjectType type = TYPES.named("NumericObject").orElseThrow();
        Guard.of(format, type).check(body);
        NumericObject whole = (NumericObject)
                ENGINES.defaultOf(format).engine().decoder(NumericObject.class).decode(body);
        List<Engine> asked = engines.toList();
        assertThat(asked).isNotEmpty().allSatisfy(engine -> assertThat(
                        engine.decoder(NumericObject.class).decode(body))
                .isEqualTo(NumericExcerpt.of(whole)));
    }

    /** A track of six points, of which the fifth lies there. */
    private static byte[] track(Format format, String latitude) {
        List<String> latitudes = new ArrayList<>(Collections.nCopies(6, "7.5"));
        latitudes.set(4, latitude);
        String body = format == Format.XML ? xml(latitudes) : json(latitudes);
        return body.getBytes(StandardCharsets.UTF_8);
    }

    private static String json(List<String> latitudes) {
        return latitudes.stream()
                .map(latitude -> "{\"timestamp\":1,\"latitude\":" + latitude + ",\"longitude\":2.5}")
                .collect(Collectors.joining(",", "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[", "]}"));
    }

    private static String xml(List<String> latitudes) {
        return latitudes.stream()
                .map(latitude -> "<coordinates><timestamp>1</timestamp><latitude>" + latitude
                        + "</latitude><longitude>2.5</longitude></coordinates>")
                .collect(Collectors.joining(
                        "", "<NumericObject><id>a</id><index>1</index><numbr>2</numbr>", "</NumericObject>"));
    }
}
