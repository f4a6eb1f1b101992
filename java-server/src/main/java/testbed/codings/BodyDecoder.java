package testbed.codings;

import java.util.Arrays;

/** Decodes bodies of one coding, one after the other, by one context into one buffer. For one thread. */
public abstract class BodyDecoder implements AutoCloseable {
    /** Has room for one byte more than a body may have, and for no other. */
    final byte[] buffer;

    private int length;

    /** Of bodies that decode to so many bytes at most. */
    BodyDecoder(int mostBytes) {
        this.buffer = new byte[mostBytes + 1];
    }

    /**
     * Decodes one whole body into the buffer, which it returns.
     *
     * @throws CodingException says why it cannot
     */
    public final byte[] decode(byte[] body) {
        length = fill(body);
        if (length == buffer.length) {
            throw CodingException.tooLarge(buffer.length - 1);
        }
        return buffer;
    }

    /** Decodes into the buffer, and says to how many bytes; where it has no room for all, that it is full. */
    abstract int fill(byte[] body);

    /** What was decoded last, in an array of its own. */
    public final byte[] decoded() {
        return Arrays.copyOf(buffer, length);
    }

    /** Lets go of what the library holds outside the heap. */
    @Override
    public void close() {}
}
