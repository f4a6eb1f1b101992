package testbed.bodies;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.ProblemException;

/**
 * The frames of a request that pushes many objects: each the length of its object in bytes, the object's number in its part, both 32 bits
 * without a sign, the highest byte first, and the object's bytes.
 */
public final class Frames {
    /** What a frame has before its object's bytes. */
    public static final int HEAD = 8;

    private final InputStream in;
    private final int maxBytes;
    private final byte[] head = new byte[HEAD];

    /** Those of a request's body, whose objects have so many bytes at the most. */
    public Frames(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /** What the frame of an object of this length begins with. */
    public static byte[] head(int length, int number) {
        return ByteBuffer.allocate(HEAD).putInt(length).putInt(number).array();
    }

    /**
     * The next frame; none where the body ended.
     *
     * @throws ProblemException {@code too_large} for an object of no bytes or too many, before memory is taken for it
     * @throws IOException where the body ends inside a frame, or does not come
     */
    public Optional<Frame> next() throws IOException {
        int read = in.readNBytes(head, 0, HEAD);
        if (read == 0) {
            return Optional.empty();
        }
        ByteBuffer said = ByteBuffer.wrap(head);
        long length = Integer.toUnsignedLong(said.getInt());
        long number = Integer.toUnsignedLong(said.getInt());
        if (read < HEAD) {
            throw new EOFException("the body ended inside a frame");
        }
        checkLength(length, maxBytes);
        byte[] bytes = new byte[(int) length];
        if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
            throw new EOFException("the body ended inside a frame");
        }
        return Optional.of(new Frame(number, bytes));
    }

    /**
     * Checks how long an object is.
     *
     * @throws ProblemException {@code too_large}
     */
    public static void checkLength(long length, int maxBytes) {
        if (length == 0 || length > maxBytes) {
            throw new ProblemException(Problem.of(
                    Code.TOO_LARGE,
                    length == 0
                            ? "an object has no bytes; send each whole"
                            : "an object is over " + maxBytes
                                    + " bytes; look at the sender, or raise MAX_OBJECT_BYTES"));
        }
    }

    /**
     * An object as it was pushed.
     *
     * @param number its number in its part, from 0
     */
    public record Frame(long number, byte[] bytes) {}
}
