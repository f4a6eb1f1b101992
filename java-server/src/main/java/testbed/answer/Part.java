package testbed.answer;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import testbed.contract.PhaseName;
import testbed.judge.Noise;
import testbed.judge.Steadiness;
import testbed.measure.Cores;
import testbed.measure.Cpu;
import testbed.measure.Jit;
import testbed.measure.Memory;
import testbed.measure.Reclaim;
import testbed.measure.Series;
import testbed.measure.Surroundings;
import testbed.measure.Tally;
import testbed.measure.Times;

/**
 * A part of a run, and what the contract has of each. What does not stand side by side in both parts is ignored here, and written by
 * each.
 *
 * @param wallNs from the first request to the last comparison
 * @param parse the times of its windows
 * @param connections opened to the provider by its end; null where it writes, and needs none
 * @param steadiness null where there are too few blocks to tell, and of several threads, whose series are not one
 * @param cores null where the run's own thread parsed
 * @param jit null where nothing is compiled at run time
 * @param guardNs sum of the guard's time; null where it writes
 * @param decoding the windows in which bodies were decoded; null where they came in no coding
 * @param leadNs sum of what was parsed before each block without being counted; null where bodies are parsed one by one
 * @param fetch null where bodies came from memory
 */
public record Part(
        @JsonIgnore Tally tally,
        @JsonIgnore long wallNs,
        @JsonIgnore Times.Parse parse,
        @JsonIgnore Integer connections,
        Series.Blocks blocks,
        Steadiness steadiness,
        List<Noise.Rule> noise,
        Reclaim reclaim,
        Cores cores,
        Memory memory,
        Cpu cpu,
        Jit jit,
        @JsonProperty("guard_ns") Long guardNs,
        Times.Parse decoding,
        @JsonProperty("lead_ns") Long leadNs,
        Times.Fetch fetch) {
    /** A part that has ended, judged; without connections it had no bodies, and so none to guard. */
    public static Part of(
            PhaseName name,
            Tally tally,
            Surroundings surroundings,
            long wallNs,
            long timerOverheadNs,
            Integer connections,
            Cores cores) {
        Series.Blocks blocks = tally.blocks();
        // Compilation is what a warm-up is there for.
        Jit disturbing = name == PhaseName.WARMUP ? null : surroundings.jit();
        return new Part(
                tally,
                wallNs,
                tally.windows().parse(timerOverheadNs),
                connections,
                blocks,
                cores == null ? Steadiness.of(blocks.meanNs()) : null,
                Noise.judge(surroundings.cpu(), disturbing, wallNs / 1e6),
                surroundings.reclaim(),
                cores,
                surroundings.memory(),
                surroundings.cpu(),
                surroundings.jit(),
                connections == null ? null : tally.guardNs(),
                tally.decoding(timerOverheadNs),
                tally.leadNs(),
                tally.fetch());
    }

    /** The same, with what one parse allocates. */
    public Part allocating(Double bytesPerObject) {
        Memory with = memory.allocating(bytesPerObject);
        return new Part(
                tally,
                wallNs,
                parse,
                connections,
                blocks,
                steadiness,
                noise,
                reclaim,
                cores,
                with,
                cpu,
                jit,
                guardNs,
                decoding,
                leadNs,
                fetch);
    }

    /** The wall time, ms, rounded half up. */
    long totalTimeMs() {
        return totalTimeMs(wallNs);
    }

    static long totalTimeMs(long wallNs) {
        return (wallNs + 500_000) / 1_000_000;
    }

    /** The sum of its windows, us. */
    long sumMicros() {
        return tally.windows().totalMicros();
    }

    /** How its windows are distributed. */
    String histogram() {
        return tally.windows().histogram();
    }
}
