package testbed.run;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What the threads of a part know of each other: who is done, and whether to end. Written by none of
 * them between two windows.
 */
final class Common {
    private final int threads;
    private final Runnable stopped;
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /**
     * Of so many threads, none of which has begun.
     *
     * @param stopped throws where the run is to end; for any thread
     */
    Common(int threads, Runnable stopped) {
        this.threads = threads;
        this.stopped = stopped;
    }

    /** Ends them all soon; the first reason stays. */
    void fail(Throwable why) {
        failure.compareAndSet(null, why);
    }

    /** Why they end early; null where they do not. */
    Throwable failure() {
        return failure.get();
    }

    /** Whether a thread is to go on: none has failed, and nobody ends the run. */
    boolean goesOn() {
        stopped.run();
        return failure.get() == null;
    }

    /** Books that a share is parsed. */
    void oneIsDone() {
        done.incrementAndGet();
    }

    /** Whether every share is parsed. */
    boolean allAreDone() {
        return done.get() == threads;
    }
}
