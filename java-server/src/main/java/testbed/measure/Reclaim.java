package testbed.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The contract's {@code Reclaim}: the pauses of the collector, which Java has where Rust drops objects.
 *
 * @param pauseInWindowNs what of the pauses fell into windows; null where the JVM does not tell
 * @param pauseOutsideNs the rest; null likewise
 */
public record Reclaim(
        @JsonProperty("gc_count") long count,
        @JsonProperty("gc_pause_ms") long pauseMs,
        @JsonProperty("gc_pause_in_window_ns") Long pauseInWindowNs,
        @JsonProperty("gc_pause_outside_ns") Long pauseOutsideNs) {
    /** The same pauses, each as every one of several threads met it. */
    Reclaim over(List<Reclaim> threads) {
        return pauseInWindowNs == null
                ? this
                : new Reclaim(
                        count, pauseMs, sum(threads, Reclaim::pauseInWindowNs), sum(threads, Reclaim::pauseOutsideNs));
    }

    private static long sum(List<Reclaim> threads, ToLongFunction<Reclaim> part) {
        return threads.stream().mapToLong(part).sum();
    }
}
