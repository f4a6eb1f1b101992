package testbed.run;

import testbed.answer.Part;
import testbed.contract.PhaseName;
import testbed.measure.Cores;
import testbed.measure.Surroundings;
import testbed.measure.Tally;
import testbed.request.RunRequest;

/** What a part of a run gathers. Made before the run, so that nothing large is allocated in it. */
final class Figures {
    /** Which part. */
    final PhaseName name;
    /** How many objects. */
    final int count;

    final Tally tally;
    final Surroundings surroundings = new Surroundings();
    /** By {@link System#nanoTime}, as is the end. */
    long startedNs;

    long endedNs;
    /** Opened to the provider so far; null where the run writes. */
    Integer connections;
    /** Null where the run's own thread did all. */
    Cores cores;

    Figures(PhaseName name, int count, RunRequest request) {
        this.name = name;
        this.count = count;
        this.tally = request.threads() > 0
                ? Tally.ofThreads(count)
                : new Tally(count, request.waits(), request.coding().isPresent());
    }

    /** What there is to tell of it, once it has ended. */
    Part part(long timerOverheadNs) {
        return Part.of(name, tally, surroundings, endedNs - startedNs, timerOverheadNs, connections, cores);
    }
}
