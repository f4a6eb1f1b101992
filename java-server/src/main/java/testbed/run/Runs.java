package testbed.run;

import java.net.InetAddress;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import testbed.answer.Event;
import testbed.bodies.Ingest;
import testbed.bodies.Kept;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.environment.Build;
import testbed.measure.Canary;
import testbed.measure.Scan;
import testbed.measure.Window;
import testbed.request.RunRequest;

/** The server's runs: one at a time, on one platform thread of their own, since two would spoil each other. */
public final class Runs {
    private final Shared shared;
    private final AtomicReference<Run> current = new AtomicReference<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread run = new Thread(work, "run");
        run.setDaemon(true);
        return run;
    });
    private final BetweenRuns betweenRuns = new BetweenRuns(thread);
    private volatile boolean closing;

    /**
     * No run yet; measures what an empty window costs, and has the canary and the scan compiled.
     *
     * @param libraries versions of those that figures depend on, by name
     */
    public Runs(Config config, Build build, Map<String, String> libraries) {
        this.shared = new Shared(config, build, libraries, Window.overheadNs(), new Kept(config.maxBlockBytes()));
        // On the run's thread, so that the first run waits for it and the start does not.
        thread.execute(Canary::warmUp);
        thread.execute(Scan::warmUp);
    }

    /**
     * Starts a run.
     *
     * @param events called on the run's thread; after the last event the next run may start
     * @throws ProblemException {@code busy} where a run is in progress, {@code shutting_down} where none may begin, {@code
     *     invalid_request} where its engine fails the type's golden
     */
    public Run start(RunRequest request, Consumer<Event> events) {
        return start(new Run(request, Optional.empty(), shared, events), events);
    }

    /**
     * Starts a run whose bodies are pushed; the rest is the same.
     *
     * @param ingest where they are pushed to
     */
    public Run start(RunRequest request, Ingest ingest, Consumer<Event> events) {
        return start(new Run(request, Optional.of(ingest), shared, events), events);
    }

    /** Has these pieces of work done, one at a time, while no run is in progress. */
    public void betweenRuns(Collection<? extends Runnable> pieces) {
        betweenRuns.add(pieces);
    }

    /**
     * Has this done while no run is in progress, and waits for it.
     *
     * @throws ProblemException {@code busy} where one is
     */
    public void apart(Runnable piece) {
        try {
            queued(piece).get();
        } catch (RejectedExecutionException e) {
            piece.run(); // The server stops, and begins no run any more.
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("nothing interrupts a request's thread", e);
        }
    }

    /** Before whichever run comes next: none takes its right between the question and the answer. */
    private synchronized Future<?> queued(Runnable piece) {
        if (current.get() != null) {
            throw new ProblemException(
                    Problem.of(
                            Code.BUSY,
                            "what this needs is still to be proven, which would spoil the run in progress; try again when it has ended"));
        }
        return thread.submit(piece);
    }

    private synchronized boolean takes(Run run) {
        return current.compareAndSet(null, run);
    }

    /** The ingest of this token, if this peer opened it and its run goes on. */
    public Optional<Ingest> ingest(String token, InetAddress peer) {
        return Optional.ofNullable(current.get()).flatMap(Run::ingest).filter(ingest -> ingest.is(token, peer));
    }

    private Run start(Run run, Consumer<Event> events) {
        if (!takes(run)) {
            throw new ProblemException(
                    Problem.of(
                            Code.BUSY,
                            "a run is in progress, and two would spoil each other; nothing is queued, so try again when it has ended"));
        }
        boolean isQueued = false;
        try {
            // Not before: it may prove the engine, which nobody is to do beside another run.
            run.request().engine().reading(run.request().type());
            thread.execute(() -> execute(run, events));
            isQueued = true;
        } catch (RejectedExecutionException e) {
            throw new ProblemException(Stop.SHUTTING_DOWN.problem(run.way()));
        } finally {
            if (!isQueued) {
                current.set(null);
            }
        }
        if (closing) {
            run.stop(Stop.SHUTTING_DOWN);
        }
        return run;
    }

    private void execute(Run run, Consumer<Event> events) {
        long began = System.nanoTime();
        Event last;
        try {
            last = run.execute();
            Log.ended(run.request(), last, System.nanoTime() - began);
        } finally {
            current.set(null);
        }
        events.accept(last);
    }

    /** Ends the run in progress, before the web server waits for its requests to end. */
    @EventListener(ContextClosedEvent.class)
    public void shutDown() {
        closing = true;
        Run run = current.get();
        if (run != null) {
            run.stop(Stop.SHUTTING_DOWN);
        }
        thread.shutdown();
    }
}
