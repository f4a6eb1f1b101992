package testbed.run;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import testbed.contract.ProblemException;

/** Keeps a request in flight on each of several connections, and hands whole bodies to the run's thread in the order of arrival. */
final class ManyConnections implements Bodies {
    private final List<Fetcher> fetchers;
    private final int variants;
    private final BlockingQueue<Arrival> arrivals;
    private List<Thread> threads = List.of();

    ManyConnections(List<Fetcher> fetchers, int variants) {
        this.fetchers = fetchers;
        this.variants = variants;
        this.arrivals = new ArrayBlockingQueue<>(fetchers.size());
    }

    @Override
    public void begin(int count) {
        AtomicInteger next = new AtomicInteger();
        threads = fetchers.stream().map(fetcher -> start(fetcher, next, count)).toList();
    }

    private Thread start(Fetcher fetcher, AtomicInteger next, int count) {
        Thread thread = new Thread(() -> fetchAll(fetcher, next, count), "fetch");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void fetchAll(Fetcher fetcher, AtomicInteger next, int count) {
        try {
            for (int request = next.getAndIncrement(); request < count; request = next.getAndIncrement()) {
                arrivals.put(fetch(fetcher, request));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Arrival fetch(Fetcher fetcher, int request) {
        try {
            return new Arrival(new Body(request, fetcher.fetch(request % variants)), null);
        } catch (ProblemException e) {
            return new Arrival(null, new RunException(e.problem(), request));
        } catch (RuntimeException | Error e) { // The run's thread would wait for ever for what never arrives.
            return new Arrival(null, e);
        }
    }

    @Override
    public Body next() {
        try {
            Arrival arrival = arrivals.take();
            if (arrival.failure() instanceof Error error) {
                throw error;
            }
            if (arrival.failure() instanceof RuntimeException failure) {
                throw failure;
            }
            return arrival.body();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing interrupts the run's thread", e);
        }
    }

    @Override
    public int connections() {
        return fetchers.stream().mapToInt(Fetcher::connections).sum();
    }

    @Override
    public void abort() {
        fetchers.forEach(Fetcher::abort);
    }

    @Override
    public void close() {
        abort();
        threads.forEach(Thread::interrupt);
        fetchers.forEach(Fetcher::close);
    }

    /** A body, or what happened instead. */
    private record Arrival(Body body, Throwable failure) {}
}
