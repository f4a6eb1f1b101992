package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.WrappedEngine;
import testbed.contract.Format;
import testbed.contract.Operation;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Size;
import testbed.objects.excerpts.DummyExcerpt;

class CodecTest {
    private static final ObjectType TYPE =
            new ObjectTypes().named("DummyObject").orElseThrow();

    /** What the engine was given, in order. */
    private final List<byte[]> parsed = new ArrayList<>();

    private final Codec codec = new Codec(
            new WrappedEngine(new JacksonDatabind(Form.PLAIN), decoder -> this::decode),
            TYPE,
            Optional.empty(),
            ObjectType.VARIANTS);

    private byte[] decode(byte[] body) {
        parsed.add(body);
        return new byte[4_000];
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "63, 63", "64, 64", "65, 64", "200, 64", "1024, 64"})
    void allocation_is_looked_at_in_64_bodies_at_most_evenly_over_all(int seen, int looked) {
        List<byte[]> bodies = bodies(seen);
        assertThat(codec.allocatedBytes(byVariant(bodies))).isBetween(4_000.0, 5_000.0);
        assertThat(parsed).hasSize(looked).doesNotHaveDuplicates();
        assertThat(IntStream.range(0, looked))
                .allSatisfy(i -> assertThat(parsed.get(i)).isSameAs(bodies.get(i * seen / looked)));
    }

    @Test
    void of_all_variants_every_sixteenth_is_looked_at() {
        List<byte[]> bodies = bodies(ObjectType.VARIANTS);
        codec.allocatedBytes(byVariant(bodies));
        assertThat(parsed.get(1)).isSameAs(bodies.get(16));
        assertThat(parsed.get(63)).isSameAs(bodies.get(1008));
    }

    @Test
    void an_operation_is_held_to_what_it_makes() {
        byte[] golden = TYPE.golden("json");
        EngineRegistry engines = new EngineRegistry(new ObjectTypes());
        for (Operation operation : List.of(Operation.DECODE, Operation.PARTIAL)) {
            Engine engine =
                    engines.findDefault(Format.JSON, operation).orElseThrow().engine();
            Codec strict = new Codec(engine, TYPE, Optional.empty(), 2);
            Record made = operation == Operation.DECODE
                    ? TYPE.canonical()
                    : TYPE.excerpt().orElseThrow().of(TYPE.canonical());
            assertThat(strict.parse(golden, 0).object()).isEqualTo(made);
            assertThatThrownBy(() -> strict.parse(golden, 1))
                    .isInstanceOf(RefusedException.class)
                    .hasMessage(
                            operation == Operation.DECODE
                                    ? "the body decodes to another object than variant 1"
                                    : "the body has another excerpt than variant 1");
        }
    }

    @Test
    void an_engine_that_reads_another_excerpt_from_the_golden_fails() {
        Engine engine = new EngineRegistry(new ObjectTypes())
                .findDefault(Format.JSON, Operation.PARTIAL)
                .orElseThrow()
                .engine();
        assertThat(Codec.failure(engine, TYPE)).isEmpty();
        Engine wrong = new WrappedEngine(engine, decoder -> body -> new DummyExcerpt("", 0, ""));
        assertThat(Codec.failure(wrong, TYPE)).hasValue("DummyObject: reads another excerpt from the golden");
    }

    @Test
    void a_run_that_is_to_end_loads_no_further_variant() {
        Engine engine = new JacksonDatabind(Form.PLAIN);
        AtomicInteger looks = new AtomicInteger();
        Runnable stopped = () -> {
            if (looks.incrementAndGet() == 3) {
                throw new IllegalArgumentException("stopped");
            }
        };
        ObjectType type = new ObjectTypes().named("Timeline").orElseThrow();
        Optional<Size> size = Optional.of(Size.KIB_1);
        assertThatThrownBy(() -> new Codec(engine, type, size, ObjectType.VARIANTS, stopped))
                .hasMessage("stopped");
        looks.set(Integer.MIN_VALUE);
        new Codec(engine, type, size, 5, looks::incrementAndGet);
        assertThat(looks).as("one look a variant").hasValue(Integer.MIN_VALUE + 5);
    }

    private static SortedMap<Integer, byte[]> byVariant(List<byte[]> bodies) {
        SortedMap<Integer, byte[]> all = new TreeMap<>();
        bodies.forEach(body -> all.put(all.size(), body));
        return all;
    }

    private static List<byte[]> bodies(int count) {
        return IntStream.range(0, count).mapToObj(i -> new byte[i]).toList();
    }
}
