package testbed.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import testbed.bodies.Bodies;
import testbed.bodies.Bodies.Body;
import testbed.bodies.BodyException;
import testbed.contract.Code;
import testbed.contract.PhaseName;
import testbed.contract.Problem;
import testbed.judge.Noise;
import testbed.judge.Steadiness;
import testbed.measure.Payload;
import testbed.measure.Series;
import testbed.measure.Surroundings;
import testbed.measure.Times;
import testbed.measure.Window;
import testbed.request.RunRequest;
import testbed.run.Event.Checkpoint;

/** The warm-up or the measured part of a run: its objects one by one, and their figures. */
final class Phase {
    private final PhaseName name;
    private final int count;
    private final int maxBlockBytes;
    private final long timerOverheadNs;
    private final Times times = new Times();
    private final Series series;
    private final Times waits;
    private final Surroundings surroundings = new Surroundings();
    private final List<Checkpoint> checkpoints = new ArrayList<>();
    /** The bodies that are parsed back to back, and for how long each was waited. */
    private final Body[] block;

    private final long[] waited;
    private long startedNs;
    private long endedNs;
    private int verified;
    private long guardNs;
    private long bytes;
    private int minBytes = Integer.MAX_VALUE;
    private int maxBytes;
    private int connections;

    Phase(PhaseName name, int count, RunRequest request, int maxBlockBytes, long timerOverheadNs) {
        this.name = name;
        this.count = count;
        this.maxBlockBytes = maxBlockBytes;
        this.timerOverheadNs = timerOverheadNs;
        this.series = new Series(count);
        this.waits = request.replay() ? null : new Times();
        this.block = new Body[Math.min(request.block(), count)];
        this.waited = new long[block.length];
    }

    /**
     * Fetches and parses every object, and tells of each checkpoint as it is reached.
     *
     * @param stopped asked before each object; it throws where the run is to end
     */
    void run(Bodies bodies, Parser parser, List<Integer> atAmounts, Runnable stopped, Consumer<Event> events) {
        surroundings.before();
        startedNs = System.nanoTime();
        bodies.begin(count);
        while (verified < count) {
            int taken = Math.min(block.length, count - verified);
            fill(taken, bodies, parser, stopped);
            for (int i = 0; i < taken; i++) {
                book(i, parser.parse(block[i]));
                if (checkpoints.size() < atAmounts.size() && atAmounts.get(checkpoints.size()) == verified) {
                    endedNs = System.nanoTime();
                    checkpoints.add(checkpoint());
                    events.accept(checkpoints.get(checkpoints.size() - 1));
                }
            }
        }
        endedNs = System.nanoTime();
        surroundings.after();
        connections = bodies.connections();
    }

    /** Fetch and guard, timed apart; what was waited is booked after the parse, to leave the caches alone until then. */
    private void fill(int taken, Bodies bodies, Parser parser, Runnable stopped) {
        long held = 0;
        for (int i = 0; i < taken; i++) {
            stopped.run();
            long asked = waits == null ? 0 : System.nanoTime();
            Body body = bodies.next();
            long came = System.nanoTime();
            held += body.bytes().length;
            if (held > maxBlockBytes) {
                throw tooLarge(body);
            }
            parser.guard(body);
            guardNs += System.nanoTime() - came;
            block[i] = body;
            waited[i] = came - asked;
        }
    }

    private BodyException tooLarge(Body body) {
        String detail = "the bodies of a block are larger than " + maxBlockBytes
                + " bytes together; ask for a smaller block, or raise MAX_BLOCK_BYTES";
        return new BodyException(Problem.of(Code.PROVIDER_TOO_LARGE, detail), body.request());
    }

    private void book(int i, Window window) {
        times.record(window.ns());
        series.record(window.ns());
        surroundings.pauses().look(window.start(), window.stop());
        if (waits != null) {
            waits.record(waited[i]);
        }
        int length = block[i].bytes().length;
        block[i] = null;
        bytes += length;
        minBytes = Math.min(minBytes, length);
        maxBytes = Math.max(maxBytes, length);
        verified++;
    }

    private Checkpoint checkpoint() {
        return new Checkpoint(verified, times.totalMicros(), totalTimeMs(), parse());
    }

    PhaseName name() {
        return name;
    }

    int count() {
        return count;
    }

    /** Objects received, parsed and found right so far. */
    int verified() {
        return verified;
    }

    /** Connections opened to the provider by this phase's end. */
    int connections() {
        return connections;
    }

    List<Checkpoint> checkpoints() {
        return checkpoints;
    }

    long parsingTimeMicros() {
        return times.totalMicros();
    }

    /** From the first request to the last comparison, ms, rounded half up. */
    long totalTimeMs() {
        return (endedNs - startedNs + 500_000) / 1_000_000;
    }

    /** The times of its windows. */
    Times.Parse parse() {
        return times.parse(timerOverheadNs);
    }

    /** How those are distributed. */
    String histogram() {
        return times.histogram();
    }

    /** What the contract has of a warm-up and of a measured part alike, beside those. */
    Figures figures() {
        Series.Blocks told = series.blocks();
        return new Figures(
                told,
                Steadiness.of(told.meanNs()),
                Noise.judge(
                        surroundings.cpu(),
                        // Compilation is what a warm-up is there for.
                        name == PhaseName.WARMUP ? null : surroundings.jit(),
                        (endedNs - startedNs) / 1e6),
                surroundings.pauses().reclaim(),
                surroundings.memory(),
                surroundings.cpu(),
                surroundings.jit(),
                guardNs,
                waits == null ? null : waits.fetch());
    }

    Payload payload(String sha256) {
        return new Payload(bytes, minBytes, maxBytes, bytes * 1000.0 / times.totalNs(), sha256);
    }
}
