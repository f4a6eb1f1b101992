package testbed.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import testbed.answer.Checkpoint;
import testbed.answer.Event;
import testbed.answer.Part;
import testbed.contract.Operation;
import testbed.contract.PhaseName;
import testbed.measure.Surroundings;
import testbed.measure.Tally;
import testbed.request.RunRequest;

/** The warm-up or the measured part of a run, object by object: what every loop has, whatever its windows hold. */
abstract class Loop {
    final PhaseName name;
    final int count;
    final int variants;
    final long timerOverheadNs;
    final Tally tally;
    final Surroundings surroundings = new Surroundings();
    long startedNs;
    long endedNs;
    private final Operation operation;
    private final List<Integer> atAmounts;
    private final List<Checkpoint> checkpoints = new ArrayList<>();

    Loop(PhaseName name, int count, RunRequest request, long timerOverheadNs, Tally tally) {
        this.name = name;
        this.count = count;
        this.variants = request.variants();
        this.operation = request.operation();
        this.atAmounts = name == PhaseName.WARMUP ? List.of() : request.checkpoints();
        this.timerOverheadNs = timerOverheadNs;
        this.tally = tally;
    }

    /** Tells of an object that was booked where its number is a checkpoint. */
    final void tell(Consumer<Event> events) {
        if (checkpoints.size() < atAmounts.size() && atAmounts.get(checkpoints.size()) == tally.verified()) {
            Checkpoint reached = Checkpoint.of(operation, tally, System.nanoTime() - startedNs, timerOverheadNs);
            checkpoints.add(reached);
            events.accept(reached);
        }
    }

    final PhaseName name() {
        return name;
    }

    /** What it gathered so far. */
    final Tally tally() {
        return tally;
    }

    final List<Checkpoint> checkpoints() {
        return checkpoints;
    }

    /** What there is to tell of it, once it has ended. */
    abstract Part part();
}
