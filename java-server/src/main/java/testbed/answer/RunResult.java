package testbed.answer;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Optional;
import testbed.answer.Event.RunEngine;
import testbed.contract.Operation;
import testbed.contract.Wire;
import testbed.environment.Environment;
import testbed.judge.Advice;
import testbed.measure.Payload;
import testbed.measure.Times;
import testbed.request.Pushed;
import testbed.request.RunRequest;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a run found out.
 *
 * @param maxAmount the most that may be asked for
 * @param warmup null where the run had none
 * @param checkpoints those that were told
 */
public record RunResult(
        RunRequest request,
        int maxAmount,
        Part warmup,
        Part measured,
        Payload payload,
        List<Checkpoint> checkpoints,
        RunEngine engine,
        Environment environment) {
    /** The run's last event: the result in each form that somebody may ask for. */
    public Event.Done told() {
        List<String> advice = advice().lines();
        Optional<String> table = request.way() instanceof Pushed
                ? Optional.empty()
                : Optional.of(table(advice).text());
        return new Event.Done(body(advice), table);
    }

    /** The contract's {@code RunResult}. */
    ObjectNode figures() {
        return body(advice().lines());
    }

    private Advice advice() {
        return new Advice(
                request.amount(),
                request.warmup(),
                maxAmount,
                measured.jit() == null ? null : measured.jit().compilationMs(),
                measured.totalTimeMs(),
                measured.steadiness() == null ? null : measured.steadiness().kind(),
                measured.noise());
    }

    private Table table(List<String> advice) {
        return new Table(
                request,
                measured.parse(),
                measured.cores(),
                measured.sumMicros(),
                measured.totalTimeMs(),
                measured.noise(),
                advice,
                engine,
                environment);
    }

    /** Three of its names depend on the other side and the format. */
    private ObjectNode body(List<String> advice) {
        String format = request.format().lowerCase();
        boolean encodes = request.operation() == Operation.ENCODE;
        ObjectNode body = Wire.MAPPER.createObjectNode();
        request.serverType().ifPresent(serverType -> body.put(serverType, 1));
        body.put("amount", request.amount())
                .put(format + (encodes ? "_encoding_time_micro_s" : "_parsing_time_micro_s"), measured.sumMicros())
                .put(format + "_total_time_ms", measured.totalTimeMs());
        Rest rest = new Rest(
                encodes ? null : measured.parse(),
                encodes ? measured.parse() : null,
                advice,
                measured,
                payload,
                measured.connections(),
                warmup == null ? null : Warmup.of(request.warmup(), warmup, encodes),
                checkpoints,
                measured.tally().verified(),
                engine,
                environment,
                new Histograms(measured.histogram(), warmup == null ? null : warmup.histogram()));
        return body.setAll(Wire.MAPPER.<ObjectNode>valueToTree(rest));
    }

    /** What is long and read by programs alone comes last. */
    private record Rest(
            Times.Parse parse,
            Times.Parse encode,
            List<String> advice,
            @JsonUnwrapped Part part,
            Payload payload,
            Integer connections,
            Warmup warmup,
            List<Checkpoint> checkpoints,
            int verified,
            RunEngine engine,
            Environment environment,
            Histograms histograms) {}

    private record Warmup(
            int amount,
            @JsonProperty("total_time_ms") long totalTimeMs,
            Times.Parse parse,
            Times.Parse encode,
            @JsonUnwrapped Part part,
            Integer connections) {
        static Warmup of(int amount, Part part, boolean encodes) {
            return new Warmup(
                    amount,
                    part.totalTimeMs(),
                    encodes ? null : part.parse(),
                    encodes ? part.parse() : null,
                    part,
                    part.connections());
        }
    }

    /** The contract's {@code Histograms}: the windows of each part, base64; null where there was no warm-up. */
    private record Histograms(String measured, String warmup) {}
}
