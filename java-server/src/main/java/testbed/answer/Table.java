package testbed.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import testbed.environment.Environment;
import testbed.judge.Noise;
import testbed.measure.Cores;
import testbed.measure.Times;
import testbed.request.RunRequest;
import testbed.request.Supply;

/**
 * A run's result to be read by people: what was asked, what it took, what disturbed it, who parsed.
 *
 * @param parse the windows of the measured part
 * @param decoding the windows in which its bodies were decoded; null where they came in no coding
 * @param cores null where the run's own thread parsed
 */
record Table(
        RunRequest request,
        Times.Parse parse,
        Times.Parse decoding,
        Cores cores,
        long sumMicros,
        long totalTimeMs,
        List<Noise.Rule> noise,
        List<String> advice,
        RunEngine engine,
        Environment environment) {
    private static final int LABEL = 15;

    /** The whole text; each line ends with a line feed. */
    String text() {
        List<String> disturbances = noise.stream()
                .map(rule -> rule.rule() + " " + rule.percent() + " % (limit " + rule.limitPercent() + " %)")
                .toList();
        List<String> lines = new ArrayList<>();
        String size = request.size().map(asked -> " " + asked.word()).orElse("");
        String work = request.supply()
                .map(supply -> " from the " + supply.serverType() + " provider " + supply.provider() + ", parsed by ")
                .orElse(" written by ");
        lines.add(request.amount() + " " + request.type().name() + size + " as " + request.format() + work
                + environment.build().runtime());
        lines.add("");
        row(lines, "objects", request.amount() + ", each as expected");
        row(lines, "us an object", percentiles(parse));
        if (decoding != null) {
            row(lines, "us of decoding", percentiles(decoding));
        }
        if (cores != null) {
            row(lines, "cores", together());
        }
        row(lines, "sum", sumMicros + " us");
        row(lines, "whole run", totalTimeMs + " ms");
        row(lines, "warm-up", request.warmup() == 0 ? "none" : request.warmup() + " objects before these, not counted");
        row(lines, "condition", condition());
        rows(lines, "disturbed by", disturbances, "nothing");
        rows(lines, "advice", advice, "none");
        row(lines, "engine", who());
        row(lines, "runtime", environment.build().runtimeVersion());
        row(
                lines,
                "libraries",
                environment.libraries().entrySet().stream()
                        .map(library -> library.getKey() + " " + library.getValue())
                        .collect(Collectors.joining(", ")));
        return String.join("\n", lines) + "\n";
    }

    private static void row(List<String> lines, String label, String text) {
        lines.add(label + " ".repeat(LABEL - label.length()) + text);
    }

    private static void rows(List<String> lines, String label, List<String> texts, String none) {
        row(lines, label, texts.isEmpty() ? none : texts.get(0));
        texts.stream().skip(1).forEach(text -> row(lines, "", text));
    }

    private static String percentiles(Times.Parse windows) {
        return "p50 " + micros(windows.p50Ns()) + ", p90 " + micros(windows.p90Ns()) + ", p99 "
                + micros(windows.p99Ns());
    }

    /** Whole digits alone: no rounding, and no locale. */
    private static String micros(long ns) {
        return ns / 1000 + "." + Long.toString(1000 + ns % 1000).substring(1);
    }

    /** {@code 2 threads: 743,210 objects a second} */
    private String together() {
        String threads = cores.threads() + (cores.threads() == 1 ? " thread" : " threads");
        return String.format(Locale.ROOT, "%s: %,d objects a second", threads, Math.round(cores.objectsPerS()));
    }

    private String condition() {
        String operation = engine.kind() == null
                ? ""
                : ", operation " + request.operation().word() + ", kind "
                        + engine.kind().word();
        String variants = "variants " + request.variants();
        return request.supply().map(supply -> bodies(supply, variants)).orElse(variants) + operation;
    }

    private static String bodies(Supply supply, String variants) {
        String threads = supply.threads() == 0 ? "" : ", threads " + supply.threads();
        String coding = supply.coding().map(named -> ", " + named.word()).orElse("");
        return supply.source().word() + ", concurrency " + supply.concurrency() + ", " + variants + ", block "
                + supply.block() + threads + coding;
    }

    private String who() {
        String named = engine.name() + " " + engine.version();
        return engine.name().equals(engine.library()) ? named : named + " (" + engine.library() + ")";
    }
}
