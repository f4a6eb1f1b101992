package testbed.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import testbed.run.Bodies.Body;
import testbed.run.Event.Checkpoint;

/** The warm-up or the measured part of a run: its objects one by one, and their figures. */
final class Phase {
    private final String name;
    private final int count;
    private final long timerOverheadNs;
    private final Times times = new Times();
    private final List<Checkpoint> checkpoints = new ArrayList<>();
    private long startedNs;
    private long endedNs;
    private int verified;
    private long bytes;
    private int minBytes = Integer.MAX_VALUE;
    private int maxBytes;

    Phase(String name, int count, long timerOverheadNs) {
        this.name = name;
        this.count = count;
        this.timerOverheadNs = timerOverheadNs;
    }

    /**
     * Fetches and parses every object, and tells of each checkpoint as it is reached.
     *
     * @param stopped asked before each object; it throws where the run is to end
     */
    void run(Bodies bodies, Parser parser, List<Integer> atAmounts, Runnable stopped, Consumer<Event> events) {
        bodies.begin(count);
        startedNs = System.nanoTime();
        while (verified < count) {
            stopped.run();
            Body body = bodies.next();
            times.record(parser.parse(body));
            verified++;
            measure(body.bytes().length);
            if (checkpoints.size() < atAmounts.size() && atAmounts.get(checkpoints.size()) == verified) {
                endedNs = System.nanoTime();
                checkpoints.add(checkpoint());
                events.accept(checkpoints.get(checkpoints.size() - 1));
            }
        }
        endedNs = System.nanoTime();
    }

    private void measure(int length) {
        bytes += length;
        minBytes = Math.min(minBytes, length);
        maxBytes = Math.max(maxBytes, length);
    }

    private Checkpoint checkpoint() {
        return new Checkpoint(verified, times.totalMicros(), totalTimeMs(), parse());
    }

    /** {@code warmup} or {@code measured}. */
    String name() {
        return name;
    }

    int count() {
        return count;
    }

    /** Objects received, parsed and found right so far. */
    int verified() {
        return verified;
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

    Times.Parse parse() {
        return times.parse(timerOverheadNs);
    }

    Payload payload(String sha256) {
        return new Payload(bytes, minBytes, maxBytes, sha256);
    }
}
