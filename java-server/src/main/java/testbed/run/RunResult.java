package testbed.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import testbed.contract.Wire;
import testbed.environment.Build;
import testbed.environment.Machine;
import testbed.judge.Advice;
import testbed.measure.Payload;
import testbed.measure.Times;
import testbed.request.RunRequest;
import testbed.run.Event.Checkpoint;
import testbed.run.Event.RunEngine;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a run found out.
 *
 * @param maxAmount the most that may be asked for
 * @param warmup null where the run had none
 * @param allocatedBytes what one parse allocates; null where the JVM does not count
 * @param sha256 over the first body of each variant, warm-up included
 * @param libraries their versions, by name
 */
record RunResult(
        RunRequest request,
        int maxAmount,
        Phase warmup,
        Phase measured,
        Double allocatedBytes,
        String sha256,
        RunEngine engine,
        Build build,
        Map<String, String> libraries,
        Machine machine) {
    /** The run's last event: the result in each form that somebody may ask for. */
    Event.Done told() {
        Figures figures = measured.figures().allocating(allocatedBytes);
        List<String> advice = advice(figures).lines();
        return new Event.Done(body(figures, advice), table(figures, advice).text());
    }

    private Advice advice(Figures figures) {
        return new Advice(
                request.amount(),
                request.warmup(),
                maxAmount,
                figures.jit() == null ? null : figures.jit().compilationMs(),
                measured.totalTimeMs(),
                figures.steadiness() == null ? null : figures.steadiness().kind(),
                figures.noise());
    }

    private Table table(Figures figures, List<String> advice) {
        return new Table(
                request,
                measured.parse(),
                measured.parsingTimeMicros(),
                measured.totalTimeMs(),
                figures.noise(),
                advice,
                engine,
                build.runtime(),
                build.runtimeVersion(),
                libraries);
    }

    /** The contract's {@code RunResult}: three of its names depend on the provider and the format. */
    private ObjectNode body(Figures figures, List<String> advice) {
        String format = request.format().lowerCase();
        ObjectNode body = Wire.MAPPER
                .createObjectNode()
                .put(request.serverType(), 1)
                .put("amount", request.amount())
                .put(format + "_parsing_time_micro_s", measured.parsingTimeMicros())
                .put(format + "_total_time_ms", measured.totalTimeMs());
        Rest rest = new Rest(
                measured.parse(),
                advice,
                figures,
                measured.payload(sha256),
                measured.connections(),
                warmup == null ? null : Warmup.of(warmup),
                measured.checkpoints(),
                measured.verified(),
                engine,
                new Where(build, libraries, machine),
                new Histograms(measured.histogram(), warmup == null ? null : warmup.histogram()));
        return body.setAll(Wire.MAPPER.<ObjectNode>valueToTree(rest));
    }

    /** What is long and read by programs alone comes last. */
    private record Rest(
            Times.Parse parse,
            List<String> advice,
            @JsonUnwrapped Figures figures,
            Payload payload,
            int connections,
            Warmup warmup,
            List<Checkpoint> checkpoints,
            int verified,
            RunEngine engine,
            Where environment,
            Histograms histograms) {}

    private record Warmup(
            int amount,
            @JsonProperty("total_time_ms") long totalTimeMs,
            Times.Parse parse,
            @JsonUnwrapped Figures figures,
            int connections) {
        static Warmup of(Phase phase) {
            return new Warmup(phase.count(), phase.totalTimeMs(), phase.parse(), phase.figures(), phase.connections());
        }
    }

    /** The contract's {@code Environment}: who the server is, and where it runs. */
    private record Where(@JsonUnwrapped Build build, Map<String, String> libraries, Machine machine) {}

    /** The contract's {@code Histograms}: the windows of each part, base64; null where there was no warm-up. */
    private record Histograms(String measured, String warmup) {}
}
