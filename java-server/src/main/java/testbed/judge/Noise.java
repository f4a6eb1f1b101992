package testbed.judge;

import java.util.ArrayList;
import java.util.List;
import testbed.measure.Cpu;
import testbed.measure.Jit;

/** The contract's {@code Noise}: the rules of {@code docs/contract/steadiness.md} by which a phase was disturbed. */
public final class Noise {
    private Noise() {}

    /** A rule that fired: what was measured, and what is allowed, as ratios. */
    public record Rule(String rule, double value, double limit) {
        /** What was measured, in percent with one decimal. */
        public String percent() {
            return percent(value);
        }

        /** What is allowed, likewise. */
        public String limitPercent() {
            return percent(limit);
        }

        private static String percent(double ratio) {
            long perMille = (long) Math.floor(ratio * 1000 + 0.5);
            return perMille / 10 + "." + perMille % 10;
        }
    }

    /**
     * The rules that fired; what cannot be judged is silent.
     *
     * @param jit null for a warm-up, which compiles, and where nothing is compiled
     */
    public static List<Rule> judge(Cpu cpu, Jit jit, double wallMs) {
        List<Rule> fired = new ArrayList<>();
        look(fired, "cpu_pressure", ratio(cpu.pressureMs(), wallMs), 0.05);
        look(fired, "run_queue_wait", ratio(cpu.runQueueWaitMs(), cpu.runMs()), 0.02);
        look(fired, "steal", ratio(cpu.stealMs(), wallMs), 0.01);
        look(fired, "throttled", ratio(cpu.throttledMs(), wallMs), 0);
        look(fired, "jit", jit == null ? null : ratio((double) jit.compilationMs(), wallMs), 0.01);
        double before = cpu.canaryNs().get(0);
        look(fired, "canary", Math.abs(cpu.canaryNs().get(1) - before) / before, 0.03);
        return List.copyOf(fired);
    }

    private static void look(List<Rule> fired, String rule, Double value, double limit) {
        if (value != null && value > limit) {
            fired.add(new Rule(rule, value, limit));
        }
    }

    private static Double ratio(Double part, Double whole) {
        return part == null || whole == null || whole == 0 ? null : Double.valueOf(part / whole);
    }
}
