package testbed.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.catalina.connector.Request;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SocketBufferHandler;

/**
 * The gate between a socket and the HTTP library: the library gets what the grammar of requests lets through, and for the rest a
 * request that only its own valve can refuse.
 */
final class Gate extends NioChannel {
    /** How much is read to be judged at once, bytes. */
    private static final int PIECE = 8 * 1024;

    /**
     * Stands for a head that was refused, behind its first letter. No head that is let through has a {@code *} in its method. Its path
     * names the fault.
     */
    private static final String REFUSED = "* /%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    private final ByteBuffer piece = ByteBuffer.allocate(PIECE);
    private RequestGrammar grammar = new RequestGrammar();
    /** What was let through and not yet taken. */
    private ByteBuffer good = emptyBuf;

    Gate(SocketBufferHandler buffers) {
        super(buffers);
    }

    /** Why the gate refused what this request stands for; empty where it is the client's own. */
    static Optional<RequestFault> faultOf(Request request) {
        boolean refused = request.getMethod().endsWith("*");
        return refused
                ? Optional.of(RequestFault.valueOf(request.getRequestURI().substring(1)))
                : Optional.empty();
    }

    /** Begins anew with another connection: the library keeps its channels. */
    @Override
    public void reset(SocketChannel channel, NioSocketWrapper wrapper) throws IOException {
        super.reset(channel, wrapper);
        grammar = new RequestGrammar();
        good = emptyBuf;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        while (!good.hasRemaining()) {
            if (to.hasRemaining() && grammar.data() >= to.remaining()) {
                // A body's data needs no judgement, and no copy.
                int read = super.read(to);
                grammar.pass(Math.max(read, 0));
                return read;
            }
            piece.clear();
            int read = super.read(piece);
            if (read <= 0) {
                return read;
            }
            judge(read);
        }
        int given = Math.min(good.remaining(), to.remaining());
        to.put(to.position(), good, good.position(), given);
        to.position(to.position() + given);
        good.position(good.position() + given);
        return given;
    }

    private void judge(int count) {
        ByteArrayOutputStream passed = new ByteArrayOutputStream(count + 64);
        RequestFault fault = grammar.judge(piece.array(), count, passed);
        if (fault == RequestFault.FRAMING) {
            // Neither the end of a chunk nor the size of one: whoever reads the body is told that it is broken.
            passed.writeBytes("x\r\n".getBytes(StandardCharsets.US_ASCII));
        } else if (fault != null) {
            passed.writeBytes(String.format(REFUSED, fault.name()).getBytes(StandardCharsets.US_ASCII));
        }
        good = ByteBuffer.wrap(passed.toByteArray());
    }
}
