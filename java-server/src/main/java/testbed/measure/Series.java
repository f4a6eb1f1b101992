package testbed.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;

/**
 * The series of a phase's windows: the mean and the median of each 500 in a row, and what a scan beside them takes. A last block that
 * is not whole is left out. All memory is taken when it is made.
 */
public final class Series {
    /** Windows of a block. */
    static final int OBJECTS = 500;
    /** Which of a block's windows, the shortest first, is their median. */
    private static final int MEDIAN = 249;

    private final long[] means;
    private final long[] medians;
    /** Null where nobody looks. */
    private final long[] scans;
    /** How many blocks have their scan. */
    private int paired;
    /** What the last scan took, ns. */
    private long scanned;

    /** Those of the block that is not whole yet. */
    private final long[] inBlock = new long[OBJECTS];

    private int filled;
    private int whole;

    private Series(int windows, boolean looking) {
        means = new long[windows / OBJECTS];
        medians = new long[means.length];
        scans = looking ? new long[means.length] : null;
    }

    /** Room for this many windows; nobody looks. */
    public Series(int windows) {
        this(windows, false);
    }

    /** Room for this many windows; whoever adds them looks between them. */
    public static Series looking(int windows) {
        return new Series(windows, true);
    }

    /** Adds one window, ns. */
    public void record(long ns) {
        inBlock[filled++] = ns;
        if (filled == OBJECTS) {
            long sum = 0;
            for (long window : inBlock) {
                sum += window;
            }
            Arrays.sort(inBlock);
            means[whole] = (sum + OBJECTS / 2) / OBJECTS;
            medians[whole++] = inBlock[MEDIAN];
            filled = 0;
        }
    }

    /** Scans where a block ended with the last window, or begins with the next; inside a block it does nothing. */
    public void look() {
        if (filled == 0) {
            scanned(Scan.ns());
        }
    }

    /** A block's scan is the mean of the last before its first window and the first after its last. */
    void scanned(long ns) {
        if (scans != null && paired < whole) {
            scans[paired++] = (scanned + ns + 1) / 2;
        }
        scanned = ns;
    }

    /** Adds the whole blocks of another thread after these. Nobody looks there: a scan would lie inside the time of all. */
    void append(Series other) {
        System.arraycopy(other.means, 0, means, whole, other.whole);
        System.arraycopy(other.medians, 0, medians, whole, other.whole);
        whole += other.whole;
    }

    /** The blocks so far, ns, rounded half up. */
    public Blocks blocks() {
        long[] looked = scans == null ? null : Arrays.copyOf(scans, paired);
        return new Blocks(OBJECTS, Arrays.copyOf(means, whole), Arrays.copyOf(medians, whole), looked);
    }

    /**
     * The contract's {@code Blocks}.
     *
     * @param scanNs null where nobody looked
     */
    public record Blocks(
            int objects,
            @JsonProperty("mean_ns") long[] meanNs,
            @JsonProperty("p50_ns") long[] p50Ns,
            @JsonProperty("scan_ns") long[] scanNs) {}
}
