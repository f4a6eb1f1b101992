package testbed.answer;

import com.fasterxml.jackson.annotation.JsonProperty;
import testbed.contract.Operation;
import testbed.measure.Tally;
import testbed.measure.Times;

/** Running totals over the first {@code amount} measured objects: of windows that parse, or of windows that encode. */
public record Checkpoint(
        int amount,
        @JsonProperty("parsing_time_micro_s") Long parsingTimeMicros,
        @JsonProperty("encoding_time_micro_s") Long encodingTimeMicros,
        @JsonProperty("total_time_ms") long totalTimeMs,
        Times.Parse parse,
        Times.Parse encode)
        implements Event {
    /** Those of a tally, so long after the first request. */
    public static Checkpoint of(Operation operation, Tally tally, long wallNs, long timerOverheadNs) {
        boolean encodes = operation == Operation.ENCODE;
        long sum = tally.windows().totalMicros();
        Times.Parse windows = tally.windows().parse(timerOverheadNs);
        return new Checkpoint(
                tally.verified(),
                encodes ? null : sum,
                encodes ? sum : null,
                Part.totalTimeMs(wallNs),
                encodes ? null : windows,
                encodes ? windows : null);
    }

    @Override
    public String event() {
        return "checkpoint";
    }
}
