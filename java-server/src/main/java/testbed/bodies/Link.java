package testbed.bodies;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import testbed.config.Config;

/**
 * A kept HTTP connection to whoever a run speaks with, opened where there is none. Used by one thread; {@link #abort} and the deadline
 * belong to others.
 */
public class Link implements AutoCloseable {
    /** The deadline while nothing is waited for. */
    static final long IDLE = Long.MAX_VALUE;

    /** The grammar of answers has stricter limits, and is asked first. */
    private static final Http1Config HTTP = Http1Config.custom()
            .setMaxLineLength(2 * AnswerGrammar.MOST_HEAD)
            .setMaxHeaderCount(2 * AnswerGrammar.MOST_FIELDS)
            .build();

    private final List<InetSocketAddress> addresses;
    private final Config limits;
    private final long mostBytes;
    /** With a parser that is given the limits: the library's own takes its defaults, whatever the connection's are. */
    private final DefaultBHttpClientConnection http = new DefaultBHttpClientConnection(
            HTTP, null, null, null, null, null, new DefaultHttpResponseParserFactory(HTTP));

    private volatile Socket socket;
    private volatile long deadline = IDLE;
    private volatile boolean expired;
    private volatile boolean aborted;
    private boolean connected;
    private volatile int connections;
    private EndpointDetails counts;

    /** A link to these addresses, not open yet; what is too long of its answers is refused by who reads them. */
    public Link(List<InetSocketAddress> addresses, Config limits) {
        this(addresses, limits, Long.MAX_VALUE);
    }

    /** The same for answers whose bodies have at most so many bytes. */
    Link(List<InetSocketAddress> addresses, Config limits, long mostBytes) {
        this.addresses = addresses;
        this.limits = limits;
        this.mostBytes = mostBytes;
    }

    /** The connection, open or not. */
    public final DefaultBHttpClientConnection http() {
        return http;
    }

    /**
     * Connects where there is no connection, within {@code CONNECT_TIMEOUT_MS}. Without the socket's own timeout, which would leave it
     * non-blocking and make each read three system calls of one; the watchdog bounds this, too.
     */
    public final void open() throws IOException {
        if (http.isOpen()) {
            return;
        }
        connected = false;
        IOException last = new IOException("the run is over");
        // All addresses together have the time of one.
        long by = System.nanoTime() + limits.connectTimeoutMs() * 1_000_000L;
        for (InetSocketAddress address : addresses) {
            Socket opened = new AnswerSocket(mostBytes);
            socket = opened;
            try {
                if (aborted) {
                    throw last;
                }
                opened.setTcpNoDelay(true);
                deadline = by;
                opened.connect(address);
                http.bind(opened);
                counts = http.getEndpointDetails();
                connections++;
                connected = true;
                idle();
                return;
            } catch (IOException e) {
                opened.close();
                last = e;
            }
        }
        throw last;
    }

    /** What is waited for from now on must be there within {@code READ_TIMEOUT_MS}. */
    public final void await() {
        deadline = System.nanoTime() + limits.readTimeoutMs() * 1_000_000L;
    }

    /** Nothing is waited for any more. */
    public final void idle() {
        deadline = IDLE;
    }

    /** Whether a deadline ended it. */
    public final boolean isExpired() {
        return expired;
    }

    /** Whether it was opened, the last time that it should be. */
    public final boolean isConnected() {
        return connected;
    }

    /** Bytes sent so far, over all connections. */
    public final long sentBytes() {
        return counts == null ? 0 : counts.getSentBytesCount();
    }

    /** Bytes received so far, over all connections. */
    public final long receivedBytes() {
        return counts == null ? 0 : counts.getReceivedBytesCount();
    }

    /** Why there is no answer. What the HTTP library says of one may quote the other side; what the system says does not. */
    public static String reason(Exception e) {
        if (e instanceof SocketException || e instanceof AnswerFault) {
            return e.getMessage();
        }
        return e instanceof HttpException ? "what it sent is something else" : "it closed the connection";
    }

    /** When what is waited for must be there, by {@link System#nanoTime}; {@link #IDLE} while nothing is. */
    final long deadline() {
        return deadline;
    }

    /** Ends what is waited for as something that took too long. */
    final void expire() {
        expired = true;
        abort();
    }

    /** Ends what is under way, and makes everything later fail, at once; for any thread. */
    public final void abort() {
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
    final int connections() {
        return connections;
    }

    @Override
    public final void close() {
        abort();
    }
}
