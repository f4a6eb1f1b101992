package testbed.measure;

import com.fasterxml.jackson.annotation.JsonProperty;

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
        @JsonProperty("gc_pause_outside_ns") Long pauseOutsideNs) {}
