package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Everything;
import testbed.contract.Format;
import testbed.guard.GuardException;
import testbed.measure.Decoder;
import testbed.measure.Encoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

class FloorTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final EngineRegistry ENGINES = new EngineRegistry(TYPES);
    private static final byte[] NOTHING = {};
    /** Every so many variants are looked at. */
    private static final int STEP = 64;

    private static Engine named(String kind, Format format) {
        return ENGINES.find(format, kind + "-" + format.lowerCase())
                .orElseThrow()
                .engine();
    }

    static Stream<Arguments> formatsAndTypes() {
        return Everything.formatsAndTypes();
    }

    @ParameterizedTest(name = "{1} as {0}")
    @MethodSource("formatsAndTypes")
    void an_object_is_built_of_parts_of_its_own(Format format, String typeName) {
        ObjectType type = TYPES.named(typeName).orElseThrow();
        Decoder floor = named("floor", format).decoder(type.type());
        assertThat(some(type)).allSatisfy(variant -> {
            floor.expect(variant);
            Object first = floor.decode(NOTHING);
            Object second = floor.decode(NOTHING);
            assertThat(first).isEqualTo(variant);
            assertThat(second).isEqualTo(variant);
            Set<Object> kept = parts(variant);
            // A parser may use one text for a key that stands in two maps.
            assertThat(parts(first)).hasSizeGreaterThanOrEqualTo(kept.size()).noneMatch(kept::contains);
            assertThat(parts(second)).noneMatch(parts(first)::contains);
            assertThat(parts(first).stream().map(Object::getClass).distinct())
                    .as("the classes that a parse makes")
                    .containsExactlyInAnyOrderElementsOf(
                            kept.stream().map(Object::getClass).distinct().toList());
        });
    }

    static Stream<ObjectType> types() {
        return TYPES.all().stream();
    }

    /**
     * In the interpreter, too, nothing is made for a while but an iterator for each map; 2 % are left to how a JVM lays objects out.
     * Before Java 19 a builder also tries whether a text of UTF-16 is Latin-1.
     */
    @ParameterizedTest
    @MethodSource("types")
    void an_object_takes_what_it_holds_and_no_more_than_a_parse(ObjectType type) {
        Engine usual = ENGINES.defaultOf(Format.JSON).engine();
        Decoder floor = named("floor", Format.JSON).decoder(type.type());
        Decoder parse = usual.decoder(type.type());
        Encoder encoder = usual.encoder(type.type());
        for (Record variant : some(type)) {
            byte[] body = encoder.encode(variant);
            floor.expect(variant);
            long built = allocated(floor, body);
            long held = parts(variant).stream().mapToLong(FloorTest::bytes).sum();
            assertThat((double) built).as("of %d held", held).isBetween(0.98 * held, 1.02 * held + temporary(variant));
            assertThat(built).isLessThanOrEqualTo(allocated(parse, body));
        }
    }

    @ParameterizedTest(name = "{1} as {0}")
    @MethodSource("formatsAndTypes")
    void a_pass_gives_the_kept_object_and_makes_nothing(Format format, String typeName) {
        ObjectType type = TYPES.named(typeName).orElseThrow();
        Engine engine = named("pass", format);
        Decoder pass = engine.decoder(type.type());
        Encoder encoder = engine.encoder(type.type());
        assertThat(some(type)).allSatisfy(variant -> {
            byte[] body = encoder.encode(variant);
            pass.expect(variant);
            assertThat(pass.decode(body)).isSameAs(variant);
            assertThat(allocated(pass, body)).isZero();
        });
    }

    @Test
    void a_pass_reads_a_text_to_its_end() {
        ObjectType type = TYPES.all().get(0);
        Decoder pass = named("pass", Format.XML).decoder(type.type());
        pass.expect(type.canonical());
        byte[] body = new byte[1000];
        Arrays.fill(body, (byte) 'a');
        assertThat(pass.decode(body)).isSameAs(type.canonical());
        body[999] = -1;
        assertThatThrownBy(() -> pass.decode(body)).isInstanceOf(GuardException.class);
    }

    @Test
    void they_stand_in_no_series_are_no_default_and_of_no_library() {
        for (Format format : Format.values()) {
            for (String kind : List.of("floor", "pass")) {
                CheckedEngine checked =
                        ENGINES.find(format, kind + "-" + format.lowerCase()).orElseThrow();
                assertThat(checked.isDefault()).isFalse();
                assertThat(checked.engine().checks()).isEmpty();
                assertThat(checked.engine().library()).isEqualTo("java-server");
                assertThat(checked.engine().settings())
                        .hasSize(1)
                        .first()
                        .asString()
                        .startsWith("parses nothing: ");
            }
        }
        assertThat(ENGINES.libraries()).doesNotContainKey("java-server");
    }

    @ParameterizedTest(name = "{1} as {0}")
    @MethodSource("formatsAndTypes")
    void where_nobody_says_what_a_body_holds_the_default_engine_reads_it(Format format, String typeName) {
        ObjectType type = TYPES.named(typeName).orElseThrow();
        for (String kind : List.of("floor", "pass")) {
            Decoder decoder = named(kind, format).decoder(type.type());
            byte[] golden = type.golden(format.lowerCase());
            assertThat(decoder.decode(golden)).isEqualTo(type.canonical());
            byte[] cut = Arrays.copyOf(golden, golden.length / 3); // at no field's end
            assertThatThrownBy(() -> decoder.decode(cut)).isInstanceOf(RuntimeException.class);
        }
    }

    @ParameterizedTest(name = "{1} as {0}")
    @MethodSource("formatsAndTypes")
    void a_runs_window_gives_the_variant_that_the_run_expects(Format format, String typeName) {
        ObjectType type = TYPES.named(typeName).orElseThrow();
        for (String kind : List.of("floor", "pass")) {
            Engine engine = named(kind, format);
            Codec codec = new Codec(engine, type, Optional.empty(), ObjectType.VARIANTS);
            Encoder encoder = engine.encoder(type.type());
            for (int variant : new int[] {0, 1, 700, 1}) {
                Object expected = type.variants().get(variant);
                assertThat(codec.parse(encoder.encode(expected), variant).object())
                        .isEqualTo(expected);
            }
        }
    }

    private static List<Record> some(ObjectType type) {
        return IntStream.range(0, ObjectType.VARIANTS / STEP)
                .mapToObj(i -> type.variants().get(i * STEP))
                .toList();
    }

    /** All that an object has for itself alone; empty texts and small whole numbers are everybody's. */
    private static Set<Object> parts(Object object) {
        Set<Object> parts = Collections.newSetFromMap(new IdentityHashMap<>());
        collect(object, parts);
        return parts;
    }

    private static void collect(Object object, Set<Object> parts) {
        if (object instanceof Record record) {
            parts.add(record);
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                if (!component.getType().isPrimitive()) {
                    collect(value(component, record), parts);
                }
            }
        } else if (object instanceof List<?> list) {
            parts.add(list);
            list.forEach(item -> collect(item, parts));
        } else if (object instanceof Map<?, ?> map) {
            parts.add(map);
            map.forEach((key, item) -> {
                collect(key, parts);
                collect(item, parts);
            });
        } else if (object instanceof String text && !text.isEmpty()
                || object instanceof Double
                || object instanceof Number number && (byte) number.longValue() != number.longValue()) {
            parts.add(object);
        }
    }

    private static Object value(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long temporary(Object object) {
        boolean tries = Runtime.version().feature() < 19;
        return parts(object).stream()
                .mapToLong(part -> part instanceof Map
                        ? 64
                        : tries && part instanceof String text && !isLatin1(text) ? array(text.length()) : 0)
                .sum();
    }

    /** What HotSpot takes for it, with references of four bytes, and all that only it has: an array, the entries of a map. */
    private static long bytes(Object part) {
        if (part instanceof String text) {
            return 24 + array(text.length() * (isLatin1(text) ? 1L : 2L));
        }
        if (part instanceof List<?> list) {
            return 24 + (list.isEmpty() ? 0 : array(4L * list.size()));
        }
        if (part instanceof Map<?, ?> map) {
            return 56 + (map.isEmpty() ? 0 : array(4L * tableOf(map.size())) + 40L * map.size());
        }
        if (part instanceof Record record) {
            return aligned(12
                    + Arrays.stream(record.getClass().getRecordComponents())
                            .mapToLong(component -> bytes(component.getType()))
                            .sum());
        }
        return part instanceof Integer ? 16 : 24;
    }

    private static boolean isLatin1(String text) {
        return text.chars().allMatch(unit -> unit < 0x100);
    }

    private static long bytes(Class<?> component) {
        return component == long.class || component == double.class ? 8 : component == boolean.class ? 1 : 4;
    }

    /** The least power of two of which three quarters hold so many. */
    private static long tableOf(int entries) {
        long table = 1;
        while (table * 3 < entries * 4L) {
            table *= 2;
        }
        return table;
    }

    private static long array(long bytes) {
        return aligned(16 + bytes);
    }

    private static long aligned(long bytes) {
        return (bytes + 7) / 8 * 8;
    }

    /** The least of some times: a thread is also charged for what the JVM makes on it when code is compiled. */
    private static long allocated(Decoder decoder, byte[] body) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            decoder.decode(body);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
