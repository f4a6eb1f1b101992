package testbed.send;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import testbed.bodies.Link;
import testbed.config.Config;

/** One of the connections that objects go over, and the request under way on it. */
final class PushConnection extends Link {
    private static final int LAST_INTERIM = 199;

    private final HttpCoreContext context = HttpCoreContext.create();
    private ClassicHttpRequest asked;
    private long sentNs;

    PushConnection(List<InetSocketAddress> addresses, Config limits) {
        super(addresses, limits);
    }

    /** Sends a request whole. Each byte must be taken in time, but an entity may take its own to write them, by {@link #part}. */
    void send(ClassicHttpRequest request) throws IOException, HttpException {
        open();
        asked = request;
        HttpClientConnection http = http();
        await();
        http.sendRequestHeader(request);
        http.sendRequestEntity(request);
        await();
        http.flush();
        sentNs = System.nanoTime();
        idle();
    }

    /** Writes a part of an entity: the receiver must take it in time, and may take as long as it likes until the next. */
    void part(OutputStream entity, byte[]... parts) throws IOException {
        await();
        for (byte[] part : parts) {
            entity.write(part);
        }
        idle();
    }

    /** Whether a request waits for its answer. */
    boolean isAsked() {
        return asked != null;
    }

    /**
     * Reads the answer of the request under way.
     *
     * @return for how long it was waited since the last byte was written, ns
     * @throws Faults.NotRight where it is not 204
     */
    long answer() throws IOException, HttpException {
        ClassicHttpResponse answer;
        do {
            answer = http().receiveResponseHeader();
        } while (answer.getCode() <= LAST_INTERIM);
        long ns = System.nanoTime() - sentNs;
        if (answer.getCode() != HttpStatus.SC_NO_CONTENT) {
            throw new Faults.NotRight(answer.getCode());
        }
        if (!DefaultConnectionReuseStrategy.INSTANCE.keepAlive(asked, answer, context)) {
            http().close();
        }
        asked = null;
        return ns;
    }
}
