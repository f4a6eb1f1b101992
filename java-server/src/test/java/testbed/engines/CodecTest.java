package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.WrappedEngine;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

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

    private static SortedMap<Integer, byte[]> byVariant(List<byte[]> bodies) {
        SortedMap<Integer, byte[]> all = new TreeMap<>();
        bodies.forEach(body -> all.put(all.size(), body));
        return all;
    }

    private static List<byte[]> bodies(int count) {
        return IntStream.range(0, count).mapToObj(i -> new byte[i]).toList();
    }
}
