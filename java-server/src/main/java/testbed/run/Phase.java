package testbed.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import testbed.bodies.Bodies.Body;
import testbed.contract.PhaseName;
import testbed.engines.Codec;
import testbed.engines.RefusedException;
import testbed.guard.Guard;
import testbed.guard.GuardException;
import testbed.judge.Noise;
import testbed.judge.Steadiness;
import testbed.measure.Payload;
import testbed.measure.Series;
import testbed.measure.Surroundings;
import testbed.measure.Tally;
import testbed.measure.Times;
import testbed.measure.Window;
import testbed.request.RunRequest;
import testbed.run.Event.Checkpoint;

/** The warm-up or the measured part of a run: its objects one by one, and their figures. */
final class Phase {
    private final PhaseName name;
    private final int count;
    private final int variants;
    private final List<Integer> atAmounts;
    private final int maxBlockBytes;
    private final long timerOverheadNs;
    private final Tally tally;
    private final Surroundings surroundings = new Surroundings();
    private final List<Checkpoint> checkpoints = new ArrayList<>();
    /** The bodies that are parsed back to back, and for how long each was waited. */
    private final Body[] block;

    private final long[] waited;
    private long startedNs;
    private long endedNs;
    private int connections;

    Phase(PhaseName name, int count, RunRequest request, int maxBlockBytes, long timerOverheadNs) {
        this.name = name;
        this.count = count;
        this.variants = request.variants();
        this.atAmounts = name == PhaseName.WARMUP ? List.of() : request.checkpoints();
        this.maxBlockBytes = maxBlockBytes;
        this.timerOverheadNs = timerOverheadNs;
        this.tally = new Tally(count, !request.replay());
        this.block = new Body[Math.min(request.block(), count)];
        this.waited = new long[block.length];
    }

    /** Fetches and parses every object, and tells of each checkpoint as it is reached. */
    void run(Tools with) {
        surroundings.before();
        startedNs = System.nanoTime();
        with.bodies().begin(count);
        while (tally.verified() < count) {
            int taken = fill(with);
            for (int i = 0; i < taken; i++) {
                Window window = parse(block[i], with.codec());
                book(i, window, with.firsts());
                tell(with.events());
            }
        }
        endedNs = System.nanoTime();
        surroundings.after();
        connections = with.bodies().connections();
    }

    /**
     * Fetches and guards the bodies of the next block, timed apart; what was waited is booked after the parse, to leave the caches
     * alone until then.
     *
     * @return how many
     */
    private int fill(Tools with) {
        int taken = Math.min(block.length, count - tally.verified());
        long held = 0;
        for (int i = 0; i < taken; i++) {
            with.stopped().run();
            long asked = tally.booksWaits() ? System.nanoTime() : 0;
            Body body = with.bodies().next();
            long came = System.nanoTime();
            held += body.bytes().length;
            if (held > maxBlockBytes) {
                throw Refusals.byBlock(maxBlockBytes, body);
            }
            guard(body, with.guard());
            tally.addGuard(System.nanoTime() - came);
            block[i] = body;
            waited[i] = came - asked;
        }
        return taken;
    }

    private static void guard(Body body, Guard guard) {
        try {
            guard.check(body.bytes());
        } catch (GuardException e) {
            throw Refusals.by(e, body);
        }
    }

    private Window parse(Body body, Codec codec) {
        try {
            return codec.parse(body.bytes(), variant(body));
        } catch (RefusedException e) {
            throw Refusals.by(e, body);
        }
    }

    private int variant(Body body) {
        return body.request() % variants;
    }

    /** Books an object that was found right, and lets go of its body. */
    private void book(int i, Window window, Payload.Firsts firsts) {
        byte[] body = block[i].bytes();
        surroundings.pauses().look(window.start(), window.stop());
        tally.book(window, body.length, waited[i]);
        firsts.see(variant(block[i]), body);
        block[i] = null;
    }

    private void tell(Consumer<Event> events) {
        if (checkpoints.size() < atAmounts.size() && atAmounts.get(checkpoints.size()) == tally.verified()) {
            endedNs = System.nanoTime();
            checkpoints.add(checkpoint());
            events.accept(checkpoints.get(checkpoints.size() - 1));
        }
    }

    private Checkpoint checkpoint() {
        return new Checkpoint(tally.verified(), tally.windows().totalMicros(), totalTimeMs(), parse());
    }

    PhaseName name() {
        return name;
    }

    int count() {
        return count;
    }

    /** Objects received, parsed and found right so far. */
    int verified() {
        return tally.verified();
    }

    /** Connections opened to the provider by this phase's end. */
    int connections() {
        return connections;
    }

    List<Checkpoint> checkpoints() {
        return checkpoints;
    }

    long parsingTimeMicros() {
        return tally.windows().totalMicros();
    }

    /** From the first request to the last comparison, ms, rounded half up. */
    long totalTimeMs() {
        return (endedNs - startedNs + 500_000) / 1_000_000;
    }

    /** The times of its windows. */
    Times.Parse parse() {
        return tally.windows().parse(timerOverheadNs);
    }

    /** How those are distributed. */
    String histogram() {
        return tally.windows().histogram();
    }

    /** What the contract has of a warm-up and of a measured part alike, beside those. */
    Figures figures() {
        Series.Blocks blocks = tally.blocks();
        return new Figures(
                blocks,
                Steadiness.of(blocks.meanNs()),
                Noise.judge(
                        surroundings.cpu(),
                        // Compilation is what a warm-up is there for.
                        name == PhaseName.WARMUP ? null : surroundings.jit(),
                        (endedNs - startedNs) / 1e6),
                surroundings.pauses().reclaim(),
                surroundings.memory(),
                surroundings.cpu(),
                surroundings.jit(),
                tally.guardNs(),
                tally.fetch());
    }

    Payload payload(String sha256) {
        return tally.payload(sha256);
    }
}
