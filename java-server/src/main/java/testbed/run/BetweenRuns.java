package testbed.run;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Work that is done between runs, on their thread, so that no window has it beside it. Each piece queues the next one behind the run that
 * came meanwhile, which therefore waits for one piece at most.
 */
final class BetweenRuns {
    private final Executor thread;
    /** In the order of their coming; a piece that comes again while it waits is done once. */
    private final Set<Runnable> waiting = new LinkedHashSet<>();

    /** Nothing to do yet. */
    BetweenRuns(Executor thread) {
        this.thread = thread;
    }

    /** Has these done, behind those that wait. */
    synchronized void add(Collection<? extends Runnable> pieces) {
        boolean isIdle = waiting.isEmpty();
        waiting.addAll(pieces);
        if (isIdle) {
            queueNext();
        }
    }

    private void doNext() {
        Runnable piece = first();
        try {
            piece.run();
        } finally {
            remove(piece);
        }
    }

    private synchronized Runnable first() {
        return waiting.iterator().next();
    }

    private synchronized void remove(Runnable piece) {
        waiting.remove(piece);
        queueNext();
    }

    private void queueNext() {
        if (waiting.isEmpty()) {
            return;
        }
        try {
            thread.execute(this::doNext);
        } catch (RejectedExecutionException e) {
            waiting.clear(); // The server stops, and needs none of it any more.
        }
    }
}
