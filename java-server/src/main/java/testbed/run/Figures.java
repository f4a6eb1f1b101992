package testbed.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import testbed.judge.Noise;
import testbed.judge.Steadiness;
import testbed.measure.Cpu;
import testbed.measure.Jit;
import testbed.measure.Memory;
import testbed.measure.Reclaim;
import testbed.measure.Series;
import testbed.measure.Times;

/**
 * What the contract has of a warm-up and of a measured part alike, beside the times of their windows.
 *
 * @param steadiness null where there are too few blocks to tell
 * @param jit null where nothing is compiled at run time
 * @param guardNs sum of the guard's time
 * @param fetch null where bodies came from memory
 */
record Figures(
        Series.Blocks blocks,
        Steadiness steadiness,
        List<Noise.Rule> noise,
        Reclaim reclaim,
        Memory memory,
        Cpu cpu,
        Jit jit,
        @JsonProperty("guard_ns") long guardNs,
        Times.Fetch fetch) {
    /** The same, with what one parse allocates. */
    Figures allocating(Double bytesPerObject) {
        return new Figures(
                blocks, steadiness, noise, reclaim, memory.allocating(bytesPerObject), cpu, jit, guardNs, fetch);
    }
}
