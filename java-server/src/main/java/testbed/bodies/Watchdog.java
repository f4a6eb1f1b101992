package testbed.bodies;

import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends requests at their deadlines and a run at its own, by closing sockets, since no timeout of a socket bounds a body that trickles.
 * It sleeps until the earliest deadline that it knows: a request that begins later cannot be due before. So a request costs nothing
 * but the two stores of its deadline.
 */
public final class Watchdog implements AutoCloseable {
    private final List<? extends Link> links;
    private final long shortestTimeoutNs;
    private final long runDeadline;
    private final Runnable onRunTimeout;
    private final Thread thread = new Thread(this::watch, "run-watchdog");
    private volatile boolean closed;

    /**
     * Watches from now on.
     *
     * @param shortestTimeoutNs no deadline is set nearer than this
     * @param onRunTimeout called on the watchdog's thread
     */
    public Watchdog(List<? extends Link> links, long shortestTimeoutNs, long runTimeoutNs, Runnable onRunTimeout) {
        this.links = links;
        this.shortestTimeoutNs = shortestTimeoutNs;
        this.runDeadline = System.nanoTime() + runTimeoutNs;
        this.onRunTimeout = onRunTimeout;
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        while (!closed) {
            long now = System.nanoTime();
            if (runDeadline - now <= 0) {
                onRunTimeout.run();
                return;
            }
            long sleep = Math.min(shortestTimeoutNs, runDeadline - now);
            for (Link link : links) {
                long deadline = link.deadline();
                if (deadline == Link.IDLE) {
                    continue;
                }
                if (deadline - now <= 0) {
                    link.expire();
                } else {
                    sleep = Math.min(sleep, deadline - now);
                }
            }
            LockSupport.parkNanos(sleep);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
