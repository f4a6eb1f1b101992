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
import testbed.contract.Code;
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

    /**
     * The addresses, in the order in which to try them.
     *
     * @throws ProblemException {@code provider_unreachable} where the host has none, {@code provider_timeout} where nobody says so in time
     */
    public List<InetSocketAddress> addresses(int timeoutMs) {
        try {
            return Arrays.stream(found.get(timeoutMs, TimeUnit.MILLISECONDS))
                    .map(address -> new InetSocketAddress(address, origin.port()))
                    .toList();
        } catch (TimeoutException e) {
            throw new ProblemException(Problem.of(
                    Code.PROVIDER_TIMEOUT,
                    "the host of " + origin + " was not looked up within " + timeoutMs
                            + " ms; look at the name service, or raise CONNECT_TIMEOUT_MS"));
        } catch (ExecutionException | CancellationException e) {
            throw new ProblemException(Problem.of(
                    Code.PROVIDER_UNREACHABLE,
                    "the host of " + origin + " has no address; check provider_url and the name service"));
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing interrupts the run's thread", e);
        }
    }
}
