package testbed.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What whoever reads a run's figures had better know first, and what to do about it. The cases are {@code providers/vectors/advice.json}.
 *
 * @param compilationMs what the compilers spent in the measured part; null where nothing is compiled
 * @param steadiness the measured part's class; null where there is none
 * @param noise the rules that fired in the measured part
 */
public record Advice(
        int amount,
        int warmup,
        int maxAmount,
        Long compilationMs,
        long totalTimeMs,
        String steadiness,
        List<Noise.Rule> noise) {
    /** The warm-up after which a JVM has compiled what these runs need. */
    private static final int USUAL_WARMUP = 20_000;

    private static final int ENOUGH_FOR_P99 = 1000;
    /** Compiling that takes less of a run changes no figure by more than a comparison's margin. */
    private static final double MARGIN = 0.03;

    private static final List<String> SLOWED = List.of("steal", "throttled", "canary");

    /** A sentence or two each; none where all is well. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        boolean cold = isCold();
        if (cold) {
            lines.add("The JVM was still compiling, for " + compilationMs + " ms while this ran for " + totalTimeMs
                    + " ms: this is the cold figure. " + warm(" for the steady one.", "Read it as such."));
        }
        String level = level(cold);
        if (level != null) {
            lines.add(level);
        }
        if (amount < ENOUGH_FOR_P99) {
            lines.add("Of " + amount + " objects the p99 says little more than the slowest. Ask for \"amount\": "
                    + ENOUGH_FOR_P99 + " or more.");
        }
        String slowed = noise.stream()
                .filter(rule -> SLOWED.contains(rule.rule()))
                .map(rule -> rule.rule() + " " + rule.percent() + " %, limit " + rule.limitPercent() + " %")
                .collect(Collectors.joining("; "));
        if (!slowed.isEmpty()) {
            lines.add("Something else slowed the machine while this ran (" + slowed + "): do not compare its sum."
                    + " Compare p50, or let bench-driver sweep repeat and interleave.");
        }
        return List.copyOf(lines);
    }

    /**
     * Whether a longer warm-up would change the figures. Where the series does not show it, a run with the
     * usual warm-up is taken for warm.
     */
    private boolean isCold() {
        boolean compiled = noise.stream().anyMatch(rule -> rule.rule().equals("jit") && rule.value() > MARGIN);
        boolean grewFaster = "warmup".equals(steadiness);
        boolean isShort = warmup < USUAL_WARMUP && !"flat".equals(steadiness);
        return compiled && (grewFaster || isShort);
    }

    /** Of a run that is cold anyway, only what its compiling does not explain. */
    private String level(boolean cold) {
        if ("slowdown".equals(steadiness)) {
            return "The parses grew slower as the run went on: something changed while it ran. Run it again, and read"
                    + " steadiness.segments.";
        }
        if (cold) {
            return null;
        }
        if ("warmup".equals(steadiness)) {
            return "The parses grew faster as the run went on, so its sum mixes levels. "
                    + warm(", or read steadiness.segments.", "Read steadiness.segments.");
        }
        return "unsteady".equals(steadiness)
                ? "The parses did not stay on one level. Run it again on a quieter machine, or read steadiness.segments."
                : null;
    }

    /** To warm up longer; {@code otherwise} where the server allows no more. */
    private String warm(String why, String otherwise) {
        if (warmup >= maxAmount) {
            return otherwise;
        }
        long longer = warmup < USUAL_WARMUP ? USUAL_WARMUP : 2L * warmup;
        return "Add \"warmup\": " + Math.min(longer, maxAmount) + why;
    }
}
