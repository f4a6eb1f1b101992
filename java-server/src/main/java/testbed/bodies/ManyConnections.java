package testbed.bodies;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import testbed.contract.ProblemException;

/**
 * Keeps a request in flight on each of several connections while bodies are asked for, and hands whole bodies to the run's thread in the
 * order of arrival. A thread of each connection waits until something is asked for. There may be none, where nothing will be.
 */
public final class ManyConnections implements Bodies {
    private final List<Connection> connections;
    private final int variants;
    private final Semaphore asked = new Semaphore(0);
    private final AtomicInteger next = new AtomicInteger();
    private final BlockingQueue<Arrival> arrivals;
    private final List<Thread> threads;

    ManyConnections(List<Connection> connections, int variants) {
        this.connections = connections;
        this.variants = variants;
        this.arrivals = new ArrayBlockingQueue<>(Math.max(1, connections.size()));
        this.threads = connections.stream().map(this::start).toList();
    }

    @Override
    public void begin() {
        next.set(0);
    }

    @Override
    public void ask(int count) {
        asked.release(count);
    }

    private Thread start(Connection connection) {
        Thread thread = new Thread(() -> fetchAll(connection), "fetch");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void fetchAll(Connection connection) {
        try {
            while (true) {
                asked.acquire();
                arrivals.put(fetch(connection, next.getAndIncrement()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Arrival fetch(Connection connection, int request) {
        try {
            return new Arrival(new Body(request, connection.fetch(request % variants)), null);
        } catch (ProblemException e) {
            return new Arrival(null, new BodyException(e.problem(), request));
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
        return connections.stream().mapToInt(Connection::connections).sum();
    }

    @Override
    public void abort() {
        connections.forEach(Connection::abort);
    }

    @Override
    public void close() {
        abort();
        threads.forEach(Thread::interrupt);
        connections.forEach(Connection::close);
    }

    /** A body, or what happened instead. */
    private record Arrival(Body body, Throwable failure) {}
}
