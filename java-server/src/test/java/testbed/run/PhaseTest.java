package testbed.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.WrappedEngine;
import testbed.bodies.Bodies;
import testbed.bodies.Kept;
import testbed.config.Config;
import testbed.engines.Codec;
import testbed.guard.Guard;
import testbed.measure.Encoder;
import testbed.measure.Tally;
import testbed.measure.Times;
import testbed.request.RunRequest;
import testbed.request.Sample;

/** What the loop does as it fills a block, and leaves undone between the windows. */
class PhaseTest {
    private static final int VARIANTS = 4;
    private static final int BLOCK = Phase.LEAD + 3;
    private static final int LAST = 5;
    private static final int AMOUNT = 2 * BLOCK + LAST;

    private final RunRequest request = Sample.with(Map.of("amount", AMOUNT, "variants", VARIANTS, "block", BLOCK));
    private final Shared shared = new Shared(Config.from(Map.of()), null, Map.of(), 0, new Kept(0));
    private final Context context = new Context(shared, request, event -> {});
    private final Tally tally = context.measured().tally;
    /** What was done with bodies, in order. */
    private final List<String> done = new ArrayList<>();

    @Test
    void first_bodies_are_kept_as_a_block_is_filled() {
        List<Integer> kept = new ArrayList<>();
        run(body -> kept.add(context.firsts().byVariant().size()));
        assertThat(kept).isNotEmpty().containsOnly(VARIANTS);
    }

    @Test
    void waits_are_booked_as_a_block_is_filled() {
        List<Long> waits = new ArrayList<>();
        run(body -> waits.add(waits(tally.fetch())));
        assertThat(waits).isSorted().containsOnly((long) BLOCK, 2L * BLOCK, (long) AMOUNT);
    }

    @Test
    void of_a_block_exactly_its_bodies_are_asked_for_and_all_taken_before_the_first_parse() {
        run(body -> done.add("parse"));
        List<String> expected = new ArrayList<>(List.of("begin"));
        for (int bodies : List.of(BLOCK, BLOCK, LAST)) {
            expected.add("ask " + bodies);
            expected.addAll(Collections.nCopies(bodies, "take"));
            expected.addAll(Collections.nCopies(Math.min(bodies, Phase.LEAD) + bodies, "parse"));
        }
        assertThat(done).isEqualTo(expected);
    }

    @Test
    void the_last_bodies_of_a_block_are_first_parsed_once_without_being_counted() {
        List<Integer> parsed = new ArrayList<>();
        run(parsed::add);
        assertThat(parsed.subList(0, Phase.LEAD + BLOCK)).isEqualTo(then(BLOCK - Phase.LEAD, BLOCK, 0, BLOCK));
        assertThat(parsed.subList(AMOUNT - LAST + 2 * Phase.LEAD, parsed.size()))
                .as("a block that is smaller than its lead")
                .isEqualTo(then(AMOUNT - LAST, AMOUNT, AMOUNT - LAST, AMOUNT));
        assertThat(tally.verified()).isEqualTo(AMOUNT);
        assertThat(waits(tally.fetch())).isEqualTo(AMOUNT);
        assertThat(tally.leadNs()).isPositive();
    }

    /** In the lead, at its end, and among the windows. */
    @ParameterizedTest
    @ValueSource(ints = {1, Phase.LEAD, Phase.LEAD + 1, Phase.LEAD + BLOCK - 1})
    void a_run_that_is_to_end_parses_no_further_body_of_its_block(int last) {
        List<Integer> parsed = new ArrayList<>();
        Consumer<Integer> parses = body -> {
            parsed.add(body);
            if (parsed.size() == last) {
                context.stop(Stop.SHUTTING_DOWN);
            }
        };
        assertThatThrownBy(() -> run(parses)).isInstanceOf(Context.Stopped.class);
        assertThat(parsed).hasSize(last);
    }

    /** The numbers of two ranges, one after the other. */
    private static List<Integer> then(int from, int to, int thenFrom, int thenTo) {
        return IntStream.concat(IntStream.range(from, to), IntStream.range(thenFrom, thenTo))
                .boxed()
                .toList();
    }

    private static long waits(Times.Fetch booked) {
        return Math.round(booked.totalNs() / booked.meanNs());
    }

    /** Runs the phase over the objects of its request, and tells of each just before it is parsed, by its number. */
    private void run(Consumer<Integer> parses) {
        Encoded bodies = new Encoded();
        Codec codec = new Codec(
                new WrappedEngine(request.engine().engine(), decoder -> body -> {
                    parses.accept(bodies.given.indexOf(body));
                    return decoder.decode(body);
                }),
                request.type(),
                Optional.empty(),
                VARIANTS);
        Guard guard = Guard.of(request.format(), request.type());
        new Phase(context, bodies, null, guard, codec, 1 << 20, context.measured()).run();
    }

    /** The variants of the request's type, in turn. */
    private final class Encoded implements Bodies {
        private final Encoder encoder =
                request.engine().engine().encoder(request.type().type());
        /** What was taken; of two arrays none equals the other. */
        private final List<byte[]> given = new ArrayList<>();

        @Override
        public void begin() {
            done.add("begin");
        }

        @Override
        public void ask(int count) {
            done.add("ask " + count);
        }

        @Override
        public Body next() {
            done.add("take");
            int current = given.size();
            given.add(encoder.encode(request.type().variants().get(current % VARIANTS)));
            return new Body(current, given.get(current));
        }

        @Override
        public int connections() {
            return 1;
        }

        @Override
        public void abort() {}

        @Override
        public void close() {}
    }
}
