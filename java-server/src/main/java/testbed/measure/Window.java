package testbed.measure;

import java.util.Arrays;

/**
 * The timed window: bytes in, an owned object out, or the other way, between two readings of one monotonic clock. Nothing goes into it
 * but the engine's call. What it leaves behind is read after the clock stops, so that the compiler cannot drop the work.
 */
public final class Window {
    private static final int EMPTY_WINDOWS = 100_000;

    private Object object;
    private long start;
    private long stop;

    /** Times one decode; what the engine throws passes through. */
    public void parse(Decoder decoder, byte[] body) {
        long before = System.nanoTime();
        Object decoded = decoder.decode(body);
        long after = System.nanoTime();
        object = decoded;
        start = before;
        stop = after;
    }

    /**
     * Times the decoding of a body's coding; what refuses it passes through. The same as a parse, but by a call of its own, which the
     * compiler knows one callee of.
     */
    public void uncode(Decoder decoder, byte[] body) {
        long before = System.nanoTime();
        Object decoded = decoder.decode(body);
        long after = System.nanoTime();
        object = decoded;
        start = before;
        stop = after;
    }

    /** Times one encode; what the engine throws passes through. */
    public void write(Encoder encoder, Object written) {
        long before = System.nanoTime();
        Object bytes = encoder.encode(written);
        long after = System.nanoTime();
        object = bytes;
        start = before;
        stop = after;
    }

    /** What the last window made: an object, or bytes. */
    public Object object() {
        return object;
    }

    /** How long the last window took, in ns. */
    public long ns() {
        return stop - start;
    }

    /** When the last window began, by {@link System#nanoTime}. */
    public long start() {
        return start;
    }

    /** When the last window ended, by {@link System#nanoTime}. */
    public long stop() {
        return stop;
    }

    /** The median of 100,000 empty windows, in ns: what the two readings of the clock cost. */
    public static long overheadNs() {
        long[] windows = new long[EMPTY_WINDOWS];
        for (int i = 0; i < EMPTY_WINDOWS; i++) {
            long start = System.nanoTime();
            long stop = System.nanoTime();
            windows[i] = stop - start;
        }
        Arrays.sort(windows);
        return windows[EMPTY_WINDOWS / 2];
    }
}
