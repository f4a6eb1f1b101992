package testbed.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.Processor;
import org.apache.coyote.Request;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketWrapperBase;

/** Tomcat's HTTP/1.1, but a request's head must be whole in time: Tomcat itself looks no further than from one read to the next. */
public final class PunctualHttp extends Http11NioProtocol {
    private static final long LOOK_MS = 500;
    /** When the request of an idle connection began. */
    private static final long NO_REQUEST = -1;

    private ScheduledFuture<?> looking;

    public PunctualHttp() {
        super(new Endpoint());
    }

    @Override
    public void start() throws Exception {
        super.start();
        looking = getUtilityExecutor()
                .scheduleWithFixedDelay(this::closeTheLate, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() throws Exception {
        looking.cancel(false);
        super.stop();
    }

    /** The address and port that the system says it listens on. */
    public InetSocketAddress bound() {
        try {
            return ((Endpoint) getEndpoint()).bound();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void closeTheLate() {
        for (SocketWrapperBase<NioChannel> socket : getEndpoint().getConnections()) {
            // There only while nobody works on the connection: no request's head is whole.
            if (socket.getCurrentProcessor() instanceof Processor waiting && isLate(waiting.getRequest())) {
                socket.close();
            }
        }
    }

    /** Whether the head began to come longer ago than a client may take. */
    private boolean isLate(Request request) {
        long began = request.getStartTimeNanos();
        return began != NO_REQUEST && System.nanoTime() - began > TimeUnit.MILLISECONDS.toNanos(getConnectionTimeout());
    }

    /** Tomcat keeps to itself where it is bound; its channels are gates here. */
    private static final class Endpoint extends NioEndpoint {
        InetSocketAddress bound() throws IOException {
            return getLocalAddress();
        }

        @Override
        protected NioChannel createChannel(SocketBufferHandler buffers) {
            return new Gate(buffers);
        }
    }
}
