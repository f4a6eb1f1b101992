package testbed.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;

/** The series of a phase's windows: the mean of each 500 in a row. A last block that is not whole is left out. */
public final class Series {
    /** Windows of a block. */
    static final int OBJECTS = 500;

    private final long[] means;
    private long sum;
    private int inBlock;
    private int whole;

    /** Room for this many windows. */
    public Series(int windows) {
        means = new long[windows / OBJECTS];
    }

    /** Adds one window, ns. */
    public void record(long ns) {
        sum += ns;
        if (++inBlock == OBJECTS) {
            means[whole++] = (sum + OBJECTS / 2) / OBJECTS;
            sum = 0;
            inBlock = 0;
        }
    }

    /** Adds the whole blocks of another thread after these. */
    void append(Series other) {
        System.arraycopy(other.means, 0, means, whole, other.whole);
        whole += other.whole;
    }

    /** The blocks so far, ns, rounded half up. */
    public Blocks blocks() {
        return new Blocks(OBJECTS, Arrays.copyOf(means, whole));
    }

    /** The contract's {@code Blocks}. */
    public record Blocks(
            int objects, @JsonProperty("mean_ns") long[] meanNs) {}
}
