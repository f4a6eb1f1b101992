package testbed.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;

/** The series of a phase's windows: the mean of each 500 in a row. A last block that is not whole is left out. */
final class Blocks {
    /** Windows of a block. */
    static final int OBJECTS = 500;

    private final long[] means;
    private long sum;
    private int inBlock;
    private int whole;

    /** Room for this many windows. */
    Blocks(int windows) {
        means = new long[windows / OBJECTS];
    }

    /** Adds one window, ns. */
    void record(long ns) {
        sum += ns;
        if (++inBlock == OBJECTS) {
            means[whole++] = (sum + OBJECTS / 2) / OBJECTS;
            sum = 0;
            inBlock = 0;
        }
    }

    /** The series so far, ns, rounded half up. */
    Series series() {
        return new Series(OBJECTS, Arrays.copyOf(means, whole));
    }

    /** The contract's {@code Blocks}. */
    record Series(int objects, @JsonProperty("mean_ns") long[] meanNs) {}
}
