package testbed.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Format;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.measure.Decoder;
import testbed.objects.ObjectTypes;
import testbed.objects.types.DummyObject;

class MeterTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final EngineRegistry REGISTRY = new EngineRegistry(MeterMain.engines(TYPES), TYPES);
    private static final int WINDOWS = 20_000;

    /** Written, so that the compiler cannot drop the work. */
    private static volatile Object last;

    @Test
    void they_pass_their_goldens_and_none_is_a_default() {
        List<String> own = EngineRegistry.ENGINES.stream().map(Engine::name).toList();
        assertThat(REGISTRY.namesOf(Format.JSON))
                .filteredOn(name -> !own.contains(name))
                .containsExactly(
                        "busy-wait-1us", "busy-wait-2us", "busy-wait-5us", "busy-wait-20us", "jackson-databind-slower");
        assertThat(REGISTRY.all()).allSatisfy(checked -> assertThat(checked.failing(TYPES.all()))
                .allMatch(why -> why.contains(" cannot carry it: ") || why.endsWith(" has no reader of it")));
        assertThat(REGISTRY.defaultOf(Format.JSON).engine().name()).isEqualTo("jackson-databind");
        assertThat(EngineRegistry.ENGINES)
                .extracting(Engine::library)
                .as("the server's own list")
                .doesNotContain("meter");
    }

    /** Roughly, since tests share the machine with others; the service proves the rest. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 20})
    void a_wait_takes_as_long_as_its_name_says(int us) {
        Decoder decoder = decoder("busy-wait-" + us + "us");
        medianNs(decoder);
        assertThat((double) medianNs(decoder)).isBetween(us * 1000 - 100.0, us * 1100 + 150.0);
    }

    @Test
    void the_slower_one_takes_a_tenth_longer() {
        Decoder usual = decoder("jackson-databind");
        Decoder slower = decoder("jackson-databind-slower");
        for (int warmUp = 0; warmUp < 5; warmUp++) {
            medianNs(usual);
            medianNs(slower);
        }
        assertThat((double) medianNs(slower) / medianNs(usual)).isBetween(1.03, 1.3);
    }

    private static Decoder decoder(String name) {
        return REGISTRY.find(Format.JSON, name).orElseThrow().engine().decoder(DummyObject.class);
    }

    /** Of many windows, less what two readings cost. */
    private static long medianNs(Decoder decoder) {
        byte[] body = TYPES.named("DummyObject").orElseThrow().golden("json");
        long[] windows = new long[WINDOWS];
        for (int i = 0; i < WINDOWS; i++) {
            long start = System.nanoTime();
            Object decoded = decoder.decode(body);
            windows[i] = System.nanoTime() - start - Clock.READING_NS;
            last = decoded;
        }
        Arrays.sort(windows);
        return windows[WINDOWS / 2];
    }
}
