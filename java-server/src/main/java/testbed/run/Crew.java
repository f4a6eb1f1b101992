package testbed.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import testbed.engines.Codec;
import testbed.measure.Cpu;
import testbed.measure.Reclaim;
import testbed.measure.Tally;
import testbed.request.RunRequest;

/**
 * Several threads that parse a phase at once, each its share. For the run's thread; whoever closes
 * it ends them and waits until they are gone.
 */
final class Crew implements AutoCloseable {
    private final List<Worker> workers;
    private final Supplier<Codec> codecs;
    private final Common common;
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch ready;
    private final CountDownLatch start = new CountDownLatch(1);

    /**
     * None of which has begun.
     *
     * @param bodies one of each variant, guarded where a share uses it
     * @param codecs gives each thread its own
     * @param stopped throws where the run is to end; for any thread
     */
    Crew(RunRequest request, List<Share> shares, byte[][] bodies, Supplier<Codec> codecs, Runnable stopped) {
        this.workers =
                shares.stream().map(share -> new Worker(request, share, bodies)).toList();
        this.codecs = codecs;
        this.common = new Common(shares.size(), stopped);
        this.ready = new CountDownLatch(shares.size());
    }

    /** Starts the threads; all have their memory then, and wait for the common start. */
    void ready() {
        for (Worker worker : workers) {
            Thread thread = new Thread(() -> work(worker), "parse-" + threads.size());
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        uninterrupted(ready::await);
    }

    private void work(Worker worker) {
        try {
            try {
                worker.prepare(codecs);
            } finally {
                ready.countDown();
            }
            start.await();
            worker.parse(common);
        } catch (Throwable e) { // Whatever it is, the run's thread throws it.
            common.fail(e);
        }
    }

    /**
     * Lets all begin, and waits until they are gone.
     *
     * @throws RuntimeException what the first of them failed with, as an {@link Error} does
     */
    void parse() {
        start.countDown();
        join();
        if (common.failure() instanceof Error error) {
            throw error;
        }
        if (common.failure() instanceof RuntimeException failed) {
            throw failed;
        }
    }

    private void join() {
        for (Thread thread : threads) {
            uninterrupted(thread::join);
        }
    }

    private static void uninterrupted(Waiting waiting) {
        try {
            waiting.untilOver();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing interrupts the run's thread", e);
        }
    }

    /** What each thread booked. */
    List<Tally> tallies() {
        return workers.stream().map(Worker::tally).filter(Objects::nonNull).toList();
    }

    /** The pauses that each thread met. */
    List<Reclaim> reclaims() {
        return workers.stream().map(Worker::reclaim).toList();
    }

    /** What the CPU of each thread did. */
    List<Cpu> cpus() {
        return workers.stream().map(Worker::cpu).toList();
    }

    /** When the last object of all was found right, by {@link System#nanoTime}. */
    long endedNs() {
        return workers.stream().mapToLong(Worker::endedNs).max().orElseThrow();
    }

    @Override
    public void close() {
        common.fail(new IllegalStateException("the run's thread ended its crew"));
        start.countDown();
        join();
    }

    @FunctionalInterface
    private interface Waiting {
        void untilOver() throws InterruptedException;
    }
}
