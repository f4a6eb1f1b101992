package testbed.bodies;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import testbed.contract.Origin;
import testbed.contract.Problem;
import testbed.contract.ProblemException;

/** One look at the name service, on a thread of its own: nothing interrupts it, so whoever waits for it must be able to give up. */
public final class Lookup {
    private final Origin origin;
    private final CompletableFuture<InetAddress[]> found = new CompletableFuture<>();

    /** Begins to look for the addresses of the origin's host. */
    public Lookup(Origin origin) {
        this(origin, InetAddress::getAllByName);
    }

    /** The same with another name service. */
    public Lookup(Origin origin, NameService names) {
        this.origin = origin;
        Thread thread = new Thread(() -> look(names), "lookup");
        thread.setDaemon(true);
        thread.start();
    }

    /** Who knows the addresses of a host; may take its time. */
    @FunctionalInterface
    interface NameService {
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    private void look(NameService names) {
        try {
            found.complete(names.addresses(origin.host()));
        } catch (UnknownHostException | RuntimeException e) {
            found.completeExceptionally(e);
        }
    }

    /** Ends the wait, for any thread. */
    public void abort() {
        found.cancel(false);
    }

    /** Whether it finds this address within so many ns. */
    boolean finds(InetAddress address, long timeoutNs) {
        try {
            return Arrays.asList(found.get(timeoutNs, TimeUnit.NANOSECONDS)).contains(address);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing interrupts a request's thread", e);
        }
    }

    /**
     * The addresses, in the order in which to try them.
     *
     * @param whose whom the origin is of
     * @throws ProblemException {@code …_unreachable} where the host has none, {@code …_timeout} where nobody says so in time
     */
    public List<InetSocketAddress> addresses(int timeoutMs, Remote whose) {
        try {
            return Arrays.stream(found.get(timeoutMs, TimeUnit.MILLISECONDS))
                    .map(address -> new InetSocketAddress(address, origin.port()))
                    .toList();
        } catch (TimeoutException e) {
            throw new ProblemException(Problem.of(
                    whose.timeout,
                    "the host of " + origin + " was not looked up within " + timeoutMs
                            + " ms; look at the name service, or raise CONNECT_TIMEOUT_MS"));
        } catch (ExecutionException | CancellationException e) {
            throw new ProblemException(Problem.of(
                    whose.unreachable,
                    "the host of " + origin + " has no address; check " + whose.field + " and the name service"));
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing interrupts the run's thread", e);
        }
    }
}
