package testbed.run;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import testbed.answer.Checkpoint;
import testbed.answer.Event;
import testbed.bodies.Lookup;
import testbed.bodies.Remote;
import testbed.contract.Origin;
import testbed.contract.PhaseName;
import testbed.contract.Place;
import testbed.measure.Payload;
import testbed.request.RunRequest;

/**
 * A run in progress: what its loop works with, whatever its windows hold. For the run's thread;
 * others can only stop it.
 */
final class Context {
    private final Shared shared;
    private final RunRequest request;
    private final Consumer<Event> events;
    private final Optional<Figures> warmup;
    private final Figures measured;
    private final Payload.Firsts firsts;
    private final Payload.Firsts codedFirsts;
    private final List<Checkpoint> checkpoints = new ArrayList<>();
    private Figures current;
    private volatile Stop stop;
    /** Makes what the run's thread waits for fail soon. */
    private volatile Runnable abort = () -> {};

    /** Of a run that has done nothing yet. */
    Context(Shared shared, RunRequest request, Consumer<Event> events) {
        this.shared = shared;
        this.request = request;
        this.events = events;
        this.warmup = request.warmup() == 0
                ? Optional.empty()
                : Optional.of(new Figures(PhaseName.WARMUP, request.warmup(), request));
        this.measured = new Figures(PhaseName.MEASURED, request.amount(), request);
        this.firsts = new Payload.Firsts(request.variants());
        this.codedFirsts = new Payload.Firsts(request.variants());
        this.current = warmup.orElse(measured);
    }

    /** What every run of the server goes by. */
    Shared shared() {
        return shared;
    }

    /** What is asked. */
    RunRequest request() {
        return request;
    }

    /** The warm-up, where there is one. */
    Optional<Figures> warmup() {
        return warmup;
    }

    /** The part that counts. */
    Figures measured() {
        return measured;
    }

    /** The first body of each variant. */
    Payload.Firsts firsts() {
        return firsts;
    }

    /** The same before they were decoded, where they came in a coding. */
    Payload.Firsts codedFirsts() {
        return codedFirsts;
    }

    /** The checkpoints that were reached. */
    List<Checkpoint> checkpoints() {
        return checkpoints;
    }

    /** Goes on to a part's first object. */
    void enter(Figures part) {
        current = part;
    }

    /** Where it is, at this request of the part. */
    Place place(int request) {
        return new Place(measured.tally.verified(), request, current.name);
    }

    /** Where it is, at the first object that was not found right. */
    Place place() {
        return place(current.tally.verified());
    }

    /** Tells of an event. */
    void tell(Event event) {
        events.accept(event);
    }

    /**
     * Tells of an object that was booked where its number is a checkpoint; the warm-up's are none.
     */
    void tellCheckpoint(Figures part) {
        if (part.name == PhaseName.WARMUP
                || checkpoints.size() == request.checkpoints().size()) {
            return;
        }
        if (request.checkpoints().get(checkpoints.size()) == part.tally.verified()) {
            long wallNs = System.nanoTime() - part.startedNs;
            Checkpoint reached = Checkpoint.of(request.operation(), part.tally, wallNs, shared.timerOverheadNs());
            checkpoints.add(reached);
            tell(reached);
        }
    }

    /** Ends the run soon, for the first reason that is given; for any thread. */
    void stop(Stop reason) {
        if (stop == null) {
            stop = reason;
        }
        abort.run();
    }

    /** Why it is to end; null where it is not. */
    Stop stopReason() {
        return stop;
    }

    /** Leaves the loop where the run is to end; for any thread. */
    void checkStopped() {
        if (stop != null) {
            throw new Stopped();
        }
    }

    /** Says how to end what the run's thread begins to wait for. */
    void aborting(Runnable how) {
        abort = how;
        checkStopped();
    }

    /** Where the other end of a connection is. */
    List<InetSocketAddress> lookup(Origin origin, Remote whose) {
        Lookup lookup = new Lookup(origin);
        aborting(lookup::abort);
        return lookup.addresses(shared.config().connectTimeoutMs(), whose);
    }

    /** Leaves the loop of a run that is to end. */
    static final class Stopped extends RuntimeException {
        Stopped() {
            super(null, null, false, false);
        }
    }
}
