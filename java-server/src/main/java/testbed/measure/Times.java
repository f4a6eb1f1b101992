package testbed.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.HdrHistogram.Histogram;

/** Times of a phase, its windows or its waits for bodies, in ns: exact sum and bounds, percentiles from a histogram of three significant digits. */
public final class Times {
    private static final int SIGNIFICANT_DIGITS = 3;
    /** An hour: longer than any run may take by default; a longer window counts as one of an hour in the percentiles. */
    private static final long HIGHEST_NS = 3_600_000_000_000L;

    private final Histogram histogram = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
    private long total;
    private long count;
    private long min = Long.MAX_VALUE;
    private long max;

    /** Adds one time. */
    public void record(long ns) {
        total += ns;
        count++;
        min = Math.min(min, ns);
        max = Math.max(max, ns);
        histogram.recordValue(Math.min(ns, HIGHEST_NS));
    }

    /** Adds the times of another thread. */
    void add(Times other) {
        total += other.total;
        count += other.count;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
        histogram.add(other.histogram);
    }

    /** The sum in microseconds, rounded half up, once. */
    public long totalMicros() {
        return (total + 500) / 1000;
    }

    /** The figures so far. */
    public Parse parse(long timerOverheadNs) {
        return new Parse(total, mean(), min, percentile(50), percentile(90), percentile(99), max, timerOverheadNs);
    }

    /** The same times, as waits for bodies. */
    public Fetch fetch() {
        return new Fetch(total, mean(), percentile(50), percentile(99));
    }

    /** The sum, ns. */
    public long totalNs() {
        return total;
    }

    private double mean() {
        return (double) total / count;
    }

    /** The histogram in its V2 compressed encoding, base64. */
    public String histogram() {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    /** A bucket's upper edge can lie above the largest value in it; no percentile exceeds the maximum. */
    private long percentile(double percent) {
        return Math.min(max, histogram.getValueAtPercentile(percent));
    }

    /** The contract's {@code Parse}: times of the windows, ns. */
    public record Parse(
            @JsonProperty("total_ns") long totalNs,
            @JsonProperty("mean_ns") double meanNs,
            @JsonProperty("min_ns") long minNs,
            @JsonProperty("p50_ns") long p50Ns,
            @JsonProperty("p90_ns") long p90Ns,
            @JsonProperty("p99_ns") long p99Ns,
            @JsonProperty("max_ns") long maxNs,
            @JsonProperty("timer_overhead_ns") long timerOverheadNs) {}

    /** The contract's {@code Fetch}: for how long the run's thread waited for each body, ns. */
    public record Fetch(
            @JsonProperty("total_ns") long totalNs,
            @JsonProperty("mean_ns") double meanNs,
            @JsonProperty("p50_ns") long p50Ns,
            @JsonProperty("p99_ns") long p99Ns) {}
}
