package testbed.bodies;

import java.util.Optional;
import testbed.bodies.Ingest.Arrival;
import testbed.contract.ProblemException;

/** Bodies as a sender pushes them, in order of arrival: the run's side of an ingest. */
public final class PushedBodies implements Bodies {
    private final Ingest ingest;
    private final int timeoutMs;
    private int taken;
    /** The last one that was taken, until it is known whether it is right. */
    private Optional<Arrival> last = Optional.empty();

    /** Those of an ingest, each of which must come in so many ms. */
    public PushedBodies(Ingest ingest, int timeoutMs) {
        this.ingest = ingest;
        this.timeoutMs = timeoutMs;
    }

    @Override
    public void begin() {
        taken = 0;
    }

    /** The sender knows how many there are. */
    @Override
    public void ask(int count) {}

    /** Whoever asks for one has found the one before right. */
    @Override
    public Body next() {
        end();
        try {
            Arrival arrival = ingest.take(timeoutMs);
            taken++;
            last = Optional.of(arrival);
            return arrival.body();
        } catch (ProblemException e) {
            throw new BodyException(e.problem(), taken);
        }
    }

    @Override
    public void end() {
        last.ifPresent(arrival -> arrival.found(true));
        last = Optional.empty();
    }

    @Override
    public int connections() {
        return ingest.connections();
    }

    @Override
    public void abort() {
        ingest.close();
    }

    @Override
    public void close() {
        last.ifPresent(arrival -> arrival.found(false));
        ingest.close();
    }
}
