package testbed.routes;

import jakarta.servlet.http.HttpServletRequest;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import testbed.bodies.Ingest;
import testbed.contract.ProblemException;

/** The body of a request that pushes for as long as its ingest goes on: whoever trickles must not hold a thread longer. */
final class PushedStream extends FilterInputStream {
    private final Ingest ingest;
    /** Of a body whose length was said, what has not come yet; of one in chunks below 0. */
    private long missing;

    PushedStream(HttpServletRequest request, Ingest ingest) throws IOException {
        super(request.getInputStream());
        this.ingest = ingest;
        this.missing = request.getContentLengthLong();
    }

    /**
     * As usual.
     *
     * @throws ProblemException {@code not_found} once the ingest is over
     * @throws IOException where the body ends before the length that was said
     */
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = super.read(into, offset, length);
        ingest.checkGoesOn();
        if (read > 0) {
            missing -= read;
        } else if (missing > 0) {
            throw new EOFException("the body is short");
        }
        return read;
    }
}
