package testbed.answer;

import com.fasterxml.jackson.annotation.JsonValue;
import testbed.contract.Operation;
import testbed.contract.Wire;
import testbed.measure.Tally;
import testbed.measure.Times;
import tools.jackson.databind.node.ObjectNode;

/** Running totals over the first {@code amount} measured objects; the operation names them. */
public record Checkpoint(Operation operation, int amount, long sumMicros, long totalTimeMs, Times.Parse windows)
        implements Event {
    /** Those of a tally, so long after the first request. */
    public static Checkpoint of(Operation operation, Tally tally, long wallNs, long timerOverheadNs) {
        return new Checkpoint(
                operation,
                tally.verified(),
                tally.windows().totalMicros(),
                Part.totalTimeMs(wallNs),
                tally.windows().parse(timerOverheadNs));
    }

    @Override
    public String event() {
        return "checkpoint";
    }

    /** The contract's {@code Checkpoint}. */
    @JsonValue
    ObjectNode json() {
        return Wire.MAPPER
                .createObjectNode()
                .put("amount", amount)
                .put(operation.windowsSum(), sumMicros)
                .put("total_time_ms", totalTimeMs)
                .set(operation.windows(), Wire.MAPPER.valueToTree(windows));
    }
}
