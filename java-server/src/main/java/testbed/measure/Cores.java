package testbed.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The contract's {@code Cores}: what several threads gave together.
 *
 * @param threads how many parsed at once
 * @param objectsPerS objects a second: the rates of the threads, added up
 */
public record Cores(
        int threads, @JsonProperty("objects_per_s") double objectsPerS) {
    /**
     * Of what each thread gathered, and the pauses that it met. A thread's rate is its objects over the sum of its windows and of the
     * pauses outside them, so neither guard nor comparison is in it. Where the JVM does not tell those pauses, they count for nothing.
     */
    public static Cores of(List<Tally> tallies, List<Reclaim> reclaims) {
        double all = 0;
        for (int thread = 0; thread < tallies.size(); thread++) {
            all += rate(tallies.get(thread), reclaims.get(thread).pauseOutsideNs());
        }
        return new Cores(tallies.size(), all);
    }

    /** Objects a second; 0 of a thread that had none. */
    private static double rate(Tally tally, Long pausesNs) {
        long ns = tally.windows().totalNs() + (pausesNs == null ? 0 : pausesNs);
        return tally.verified() * 1e9 / Math.max(ns, 1);
    }
}
