package testbed.meter;

import java.util.Arrays;

/** Waits on the monotonic clock that end when they should, as the caller sees them. */
final class Clock {
    private static final int PAIRS = 100_000;
    /** What one reading costs, ns: the median difference of two in a row. */
    static final long READING_NS = readingNs();
    /**
     * What a wait that polls adds to what it waits for: half a reading before its first sample, half a reading by which it overshoots
     * on average, half a reading after its last sample.
     */
    static final long AROUND_NS = READING_NS * 3 / 2;

    private Clock() {}

    /** Spins until this time. */
    static void until(long end) {
        while (System.nanoTime() - end < 0) {
            // The clock alone: a pause instruction takes a hundred cycles on some CPUs.
        }
    }

    private static long readingNs() {
        long[] differences = new long[PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            long first = System.nanoTime();
            differences[i] = System.nanoTime() - first;
        }
        Arrays.sort(differences);
        return differences[PAIRS / 2];
    }
}
