package testbed.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import testbed.WrappedEngine;
import testbed.bodies.Bodies;
import testbed.contract.PhaseName;
import testbed.engines.Codec;
import testbed.engines.Encoder;
import testbed.guard.Guard;
import testbed.measure.Payload;
import testbed.measure.Times;
import testbed.request.RunRequest;
import testbed.request.Sample;

/** What the loop does as it fills a block, and leaves undone between the windows. */
class PhaseTest {
    private static final int VARIANTS = 4;
    private static final int AMOUNT = 10;
    private static final int BLOCK = 4;

    private final RunRequest request = Sample.with(Map.of("amount", AMOUNT, "variants", VARIANTS, "block", BLOCK));
    private final Phase phase = new Phase(PhaseName.MEASURED, AMOUNT, request, 1 << 20, 0);
    private final Payload.Firsts firsts = new Payload.Firsts(VARIANTS);
    /** What was done with bodies, in order. */
    private final List<String> done = new ArrayList<>();

    @Test
    void first_bodies_are_kept_as_a_block_is_filled() {
        List<Integer> kept = new ArrayList<>();
        run(body -> kept.add(firsts.bodies().size()));
        assertThat(kept).hasSize(AMOUNT).containsOnly(VARIANTS);
    }

    @Test
    void waits_are_booked_as_a_block_is_filled() {
        List<Long> waits = new ArrayList<>();
        run(body -> waits.add(waits(phase.tally().fetch())));
        assertThat(waits).containsExactly(4L, 4L, 4L, 4L, 8L, 8L, 8L, 8L, 10L, 10L);
    }

    @Test
    void of_a_block_exactly_its_bodies_are_asked_for_and_all_taken_before_the_first_parse() {
        run(body -> {});
        String whole = "ask 4 take take take take parse parse parse parse ";
        assertThat(String.join(" ", done)).isEqualTo("begin " + whole + whole + "ask 2 take take parse parse");
    }

    private static long waits(Times.Fetch booked) {
        return Math.round(booked.totalNs() / booked.meanNs());
    }

    /** Runs the phase over the objects of its request, and tells of each body just before it is parsed. */
    private void run(Consumer<byte[]> parses) {
        Codec codec = new Codec(
                new WrappedEngine(request.engine().engine(), decoder -> body -> {
                    done.add("parse");
                    parses.accept(body);
                    return decoder.decode(body);
                }),
                request.type(),
                VARIANTS);
        Guard guard = Guard.of(request.format(), request.type());
        phase.run(new Tools(new Encoded(), guard, codec, firsts, () -> {}, event -> {}));
    }

    /** The variants of the request's type, in turn. */
    private final class Encoded implements Bodies {
        private final Encoder encoder =
                request.engine().engine().encoder(request.type().type());
        private int next;

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
            int current = next++;
            return new Body(current, encoder.encode(request.type().variants().get(current % VARIANTS)));
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
