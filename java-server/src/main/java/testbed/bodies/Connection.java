package testbed.bodies;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.ProblemException;

/**
 * One connection to the provider, kept alive from request to request and opened anew only where the provider closed it after a whole
 * answer. Nothing is retried, followed or negotiated. Used by one thread; {@link #abort} and the deadline belong to others.
 */
public final class Connection implements AutoCloseable {
    /** The deadline while no request is under way. */
    static final long IDLE = Long.MAX_VALUE;

    private static final Http1Config HTTP =
            Http1Config.custom().setMaxLineLength(8192).setMaxHeaderCount(100).build();

    private final Target target;
    private final Config limits;
    private final AnswerCheck check;
    private final List<ClassicHttpRequest> requests = new ArrayList<>();
    private final HttpRequestExecutor executor = new HttpRequestExecutor();
    private final HttpCoreContext context = HttpCoreContext.create();
    private final DefaultBHttpClientConnection http = new DefaultBHttpClientConnection(HTTP);

    private volatile Socket socket;
    private volatile long deadline = IDLE;
    private volatile boolean expired;
    private volatile boolean aborted;
    private boolean connected;
    private volatile int connections;

    Connection(Target target, Config limits) {
        this.target = target;
        this.limits = limits;
        this.check = new AnswerCheck(target);
        for (String path : target.paths()) {
            ClassicHttpRequest request = new BasicClassicHttpRequest("GET", path);
            request.addHeader("Host", target.origin().authority());
            request.addHeader("Accept", target.format().mediaType());
            requests.add(request);
        }
    }

    /** So many connections to one provider, none of them open yet. */
    public static List<Connection> several(int count, Target target, Config limits) {
        return Stream.generate(() -> new Connection(target, limits))
                .limit(count)
                .toList();
    }

    /**
     * Requests one variant and reads its whole body into an array of its own.
     *
     * @throws ProblemException with one of the {@code provider_…} codes
     */
    byte[] fetch(int variant) {
        boolean answered = false;
        try {
            if (!http.isOpen()) {
                open();
            }
            deadline = System.nanoTime() + limits.readTimeoutMs() * 1_000_000L;
            ClassicHttpRequest request = requests.get(variant);
            ClassicHttpResponse response = executor.execute(request, http, context);
            answered = true;
            byte[] body = check.body(response);
            deadline = IDLE;
            if (!DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, response, context)) {
                http.close();
            }
            return body;
        } catch (IOException | HttpException e) {
            throw new ProblemException(failure(e, answered));
        } finally {
            deadline = IDLE;
        }
    }

    /**
     * Connects without the socket's own timeout, which would leave it non-blocking and make each read three system calls of one; the
     * watchdog bounds this, too.
     */
    private void open() throws IOException {
        connected = false;
        IOException last = new IOException("the run is over");
        // All addresses together have the time of one.
        long by = System.nanoTime() + limits.connectTimeoutMs() * 1_000_000L;
        for (InetSocketAddress address : target.addresses()) {
            Socket opened = new Socket(Proxy.NO_PROXY);
            socket = opened;
            try {
                if (aborted) {
                    throw last;
                }
                opened.setTcpNoDelay(true);
                deadline = by;
                opened.connect(address);
                http.bind(opened);
                connections++;
                connected = true;
                return;
            } catch (IOException e) {
                opened.close();
                last = e;
            }
        }
        throw last;
    }

    private Problem failure(Exception e, boolean answered) {
        String who = "the provider at " + target.origin();
        if (expired && !connected) {
            return Problem.of(
                    Code.PROVIDER_TIMEOUT,
                    who + " took no connection within " + limits.connectTimeoutMs()
                            + " ms; look at its load, or raise CONNECT_TIMEOUT_MS");
        }
        if (expired) {
            return Problem.of(
                    Code.PROVIDER_TIMEOUT,
                    who + " sent no whole body within " + limits.readTimeoutMs()
                            + " ms; look at its load, or raise READ_TIMEOUT_MS");
        }
        if (e instanceof MessageConstraintException) {
            return Problem.of(
                    Code.PROVIDER_TOO_LARGE,
                    who + " sent a head over the limit of 100 lines of 8192 bytes; check provider_url");
        }
        if (answered) {
            return Problem.of(
                    Code.PROVIDER_TRUNCATED, who + " closed the connection before its body was whole; look at its log");
        }
        return Problem.of(
                Code.PROVIDER_UNREACHABLE,
                who + " did not answer in HTTP: " + reason(e) + "; check that it runs and that provider_url names it");
    }

    /** Why there is no answer. What the HTTP library says of one may quote the provider; what the system says does not. */
    private static String reason(Exception e) {
        if (e instanceof SocketException) {
            return e.getMessage();
        }
        return e instanceof HttpException ? "what it sent is something else" : "it closed the connection";
    }

    /** When the request under way must be over, by {@link System#nanoTime}; {@link #IDLE} while there is none. */
    long deadline() {
        return deadline;
    }

    /** Ends the request under way as one that took too long. */
    void expire() {
        expired = true;
        abort();
    }

    /** Ends the request under way, and every later one, at once; for any thread. */
    void abort() {
        aborted = true;
        Socket open = socket;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // The socket is gone either way.
            }
        }
    }

    /** Connections opened so far. */
    int connections() {
        return connections;
    }

    @Override
    public void close() {
        abort();
    }
}
