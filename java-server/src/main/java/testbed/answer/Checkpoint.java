package testbed.answer;

import com.fasterxml.jackson.annotation.JsonProperty;
import testbed.measure.Tally;
import testbed.measure.Times;

/** Running totals over the first {@code amount} measured objects. */
public record Checkpoint(
        int amount,
        @JsonProperty("parsing_time_micro_s") long parsingTimeMicros,
        @JsonProperty("total_time_ms") long totalTimeMs,
        Times.Parse parse)
        implements Event {
    /** Those of a tally, so long after the first request. */
    public static Checkpoint of(Tally tally, long wallNs, long timerOverheadNs) {
        return new Checkpoint(
                tally.verified(),
                tally.windows().totalMicros(),
                Part.totalTimeMs(wallNs),
                tally.windows().parse(timerOverheadNs));
    }

    @Override
    public String event() {
        return "checkpoint";
    }
}
