package testbed.run;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import testbed.answer.Event;
import testbed.answer.RunEngine;
import testbed.answer.RunResult;
import testbed.bodies.BodyException;
import testbed.bodies.Ingest;
import testbed.bodies.Link;
import testbed.bodies.Watchdog;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.Coding;
import testbed.contract.Place;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.measure.Payload;
import testbed.request.Delivery;
import testbed.request.RunRequest;
import testbed.request.Way;
import testbed.request.Written;

/**
 * One run, from its first connection to its figures or its problem. It executes on one thread, and
 * a crew of its own; others can only stop it.
 */
public final class Run {
    private static final Logger LOG = LoggerFactory.getLogger(Run.class);

    private final RunRequest request;
    private final Optional<Ingest> ingest;
    private final Shared shared;
    private final Context run;

    /**
     * A run that has not begun.
     *
     * @param ingest where its bodies are pushed to; only of one whose bodies are
     */
    Run(RunRequest request, Optional<Ingest> ingest, Shared shared, Consumer<Event> events) {
        this.request = request;
        this.ingest = ingest;
        this.shared = shared;
        this.run = new Context(shared, request, events);
    }

    /** Ends the run soon, because nobody waits for it any more. */
    public void clientGone() {
        stop(Stop.CLIENT_GONE);
    }

    /** What was asked for. */
    RunRequest request() {
        return request;
    }

    /** What happens to its objects. */
    Way way() {
        return request.way();
    }

    /** Where its bodies are pushed to, if they are. */
    Optional<Ingest> ingest() {
        return ingest;
    }

    void stop(Stop reason) {
        run.stop(reason);
    }

    /**
     * Does the whole run on the calling thread; its last event is the answer, and is not told
     * otherwise.
     */
    Event execute() {
        try {
            return perform();
        } catch (Context.Stopped e) {
            return ended(run.stopReason().problem(request.way()), run.place());
        } catch (BodyException e) {
            Code code = e.problem().code();
            // A coded body may be found too large as it is decoded.
            if (code == Code.DESERIALIZE_FAILED || code == Code.PROVIDER_TOO_LARGE) {
                shared.kept().drop(request);
            }
            return ended(e.problem(), run.place(e.request()));
        } catch (ProblemException e) {
            return ended(e.problem(), run.place());
        } catch (Throwable e) { // Whatever it is, somebody waits for the last event.
            log(e);
            return ended(Problem.internal("the run failed inside the server; its log says why"), run.place());
        } finally {
            ingest.ifPresent(Ingest::close);
        }
    }

    /** What a run breaks on that is ended from outside is no fault of the server's. */
    private void log(Throwable e) {
        if (run.stopReason() == Stop.CLIENT_GONE) {
            LOG.warn("A run broke as its client left", e);
        } else {
            LOG.error("A run failed inside the server", e);
        }
    }

    private Event.Done perform() {
        ingest.ifPresent(open -> run.tell(new Event.Opened(open.token())));
        run.tell(new Event.Started(request.amount(), request.warmup(), engine()));
        try (Loop loop = loop();
                Watchdog watchdog = watch(loop.links())) {
            run.aborting(loop::abort);
            loop.open();
            return bothParts(loop);
        }
    }

    /** The one place that chooses a loop, by what is asked. */
    private Loop loop() {
        if (request.way() instanceof Delivery delivery) {
            return new Sending(run, delivery);
        }
        if (request.way() instanceof Written) {
            return new Writing(run);
        }
        return ingest.map(from -> Parsing.of(run, from)).orElseGet(() -> Parsing.of(run, request.bodies()));
    }

    /** The warm-up, where there is one, and the measured part, and the event that tells of them. */
    private Event.Done bothParts(Loop loop) {
        run.warmup().ifPresent(warmup -> part(loop, warmup));
        part(loop, run.measured());
        return loop.end(result(loop.allocatedBytes()));
    }

    private void part(Loop loop, Figures part) {
        run.enter(part);
        loop.part(part);
    }

    private RunResult result(Double allocated) {
        long overheadNs = shared.timerOverheadNs();
        return new RunResult(
                request,
                shared.config().maxAmount(),
                run.warmup().map(part -> part.part(overheadNs)).orElse(null),
                run.measured().part(overheadNs).allocating(allocated),
                run.measured().tally.payload(run.firsts().sha256()),
                request.coding().map(this::coded).orElse(null),
                run.checkpoints(),
                engine(),
                shared.environment());
    }

    private Payload.Coded coded(Coding coding) {
        return run.measured().tally.coded(coding.word(), run.codedFirsts().sha256());
    }

    private RunEngine engine() {
        return RunEngine.of(request.engine().engine());
    }

    private Watchdog watch(List<? extends Link> links) {
        Config config = shared.config();
        long shortest = Math.min(config.readTimeoutMs(), config.connectTimeoutMs()) * 1_000_000L;
        return new Watchdog(links, shortest, config.runTimeoutNs(request.timedObjects()), () -> stop(Stop.TIMEOUT));
    }

    /** A fetch that fails because the run was stopped has the stop's problem, not its own. */
    private Event ended(Problem problem, Place place) {
        Stop stop = run.stopReason();
        if (stop == Stop.CLIENT_GONE) {
            return new Event.ClientGone();
        }
        Problem cause = stop == null ? problem : stop.problem(request.way());
        return new Event.Failed(cause.at(place));
    }
}
