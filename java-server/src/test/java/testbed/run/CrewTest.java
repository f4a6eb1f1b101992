package testbed.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import testbed.WrappedEngine;
import testbed.bodies.BodyException;
import testbed.contract.Code;
import testbed.engines.Codec;
import testbed.measure.Encoder;
import testbed.request.RunRequest;
import testbed.request.Sample;

/** Several threads that parse: each its share, and one failure ends them all. */
@Timeout(120)
class CrewTest {
    private static final int VARIANTS = 8;
    /** More than a thread parses in minutes. */
    private static final int ENDLESS = 2_000_000_000;

    private final RunRequest request = Sample.with(Map.of("source", "replay", "variants", VARIANTS));
    private final Encoder encoder =
            request.engine().engine().encoder(request.type().type());
    private final byte[][] bodies = IntStream.range(0, VARIANTS)
            .mapToObj(variant -> encoder.encode(request.type().variants().get(variant)))
            .toArray(byte[][]::new);

    @AfterEach
    void nobody_is_left() {
        assertThat(parsing()).isEmpty();
    }

    private static List<String> parsing() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("parse-"))
                .toList();
    }

    @Test
    void each_thread_begins_at_another_variant_and_books_its_share_alone() {
        List<List<Integer>> parsed = List.of(recorder(), recorder());
        Crew crew = crew(9, codecs((thread, variant) -> parsed.get(thread).add(variant)), () -> {});
        try (crew) {
            crew.ready();
            assertThat(parsing()).containsExactlyInAnyOrder("parse-0", "parse-1");
            assertThat(parsed)
                    .allSatisfy(of -> assertThat(of).as("none before the start").isEmpty());
            crew.parse();
        }
        assertThat(parsed.get(0)).startsWith(0, 1, 2, 3, 4);
        assertThat(parsed.get(1)).startsWith(4, 5, 6, 7);
        assertThat(crew.tallies()).extracting(tally -> tally.verified()).containsExactly(5, 4);
        assertThat(crew.reclaims()).hasSize(2);
        assertThat(crew.cpus()).allSatisfy(cpu -> assertThat(cpu.runMs()).isNotNegative());
    }

    @Test
    void a_refusal_in_one_thread_ends_the_others_and_says_which_variant_it_was() {
        Crew crew = crew(
                ENDLESS,
                codecs((thread, variant) -> {
                    if (thread == 1 && variant == 6) {
                        throw new IllegalStateException("as asked");
                    }
                }),
                () -> {});
        BodyException refused = catchThrowableOfType(BodyException.class, () -> run(crew));
        assertThat(refused.problem().code()).isEqualTo(Code.DESERIALIZE_FAILED);
        assertThat(refused.request()).isEqualTo(6);
        assertThat(crew.tallies().get(1).verified()).isEqualTo(2);
        assertThat(crew.tallies().get(0).verified()).isLessThan(ENDLESS / 2);
    }

    @Test
    void what_one_thread_breaks_on_is_thrown_on_the_runs() {
        Crew crew = crew(
                ENDLESS,
                codecs((thread, variant) -> {
                    if (thread == 1 && variant == 6) {
                        throw new AssertionError("as asked");
                    }
                }),
                () -> {});
        assertThatThrownBy(() -> run(crew)).isInstanceOf(AssertionError.class).hasMessage("as asked");
    }

    @Test
    void whoever_stops_the_run_stops_every_thread() {
        AtomicInteger looks = new AtomicInteger();
        Crew crew = crew(ENDLESS, codecs((thread, variant) -> {}), () -> {
            if (looks.incrementAndGet() > 10) {
                throw new IllegalArgumentException("stopped");
            }
        });
        assertThatThrownBy(() -> run(crew))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("stopped");
        assertThat(crew.tallies()).hasSize(2);
    }

    @Test
    void a_thread_that_cannot_make_ready_keeps_none_waiting() {
        Supplier<Codec> codecs = () -> {
            throw new OutOfMemoryError("as asked");
        };
        Crew crew = crew(ENDLESS, codecs, () -> {});
        assertThatThrownBy(() -> run(crew)).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void a_run_that_ends_before_the_start_ends_those_that_wait_for_it() {
        Crew crew = crew(ENDLESS, codecs((thread, variant) -> {}), () -> {});
        try (crew) {
            crew.ready();
        }
        assertThat(crew.tallies()).extracting(tally -> tally.verified()).containsExactly(0, 0);
    }

    private static void run(Crew crew) {
        try (crew) {
            crew.ready();
            crew.parse();
        }
    }

    private Crew crew(int amount, Supplier<Codec> codecs, Runnable stopped) {
        return new Crew(request, Share.of(amount, 2, VARIANTS), bodies, codecs, stopped);
    }

    /** Told before each parse, on the thread of this number. */
    private interface Watch {
        void parse(int thread, int variant);
    }

    private Supplier<Codec> codecs(Watch watch) {
        WrappedEngine engine = new WrappedEngine(request.engine().engine(), decoder -> body -> {
            watch.parse(
                    Thread.currentThread().getName().endsWith("0") ? 0 : 1,
                    List.of(bodies).indexOf(body));
            return decoder.decode(body);
        });
        return () -> new Codec(engine, request.type(), Optional.empty(), VARIANTS);
    }

    private static List<Integer> recorder() {
        return Collections.synchronizedList(new ArrayList<>());
    }
}
