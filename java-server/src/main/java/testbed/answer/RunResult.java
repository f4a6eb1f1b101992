package testbed.answer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Optional;
import testbed.contract.Operation;
import testbed.contract.Wire;
import testbed.environment.Environment;
import testbed.judge.Advice;
import testbed.measure.Payload;
import testbed.request.Pushed;
import testbed.request.RunRequest;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a run found out.
 *
 * @param maxAmount the most that may be asked for
 * @param warmup null where the run had none
 * @param coded the bodies before they were decoded; null where they came in no coding
 * @param checkpoints those that were told
 */
public record RunResult(
        RunRequest request,
        int maxAmount,
        Part warmup,
        Part measured,
        Payload payload,
        Payload.Coded coded,
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
                measured.decoding(),
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
        Operation operation = request.operation();
        ObjectNode body = Wire.MAPPER.createObjectNode();
        request.serverType().ifPresent(serverType -> body.put(serverType, 1));
        body.put("amount", request.amount())
                .put(format + "_" + operation.windowsSum(), measured.sumMicros())
                .put(format + "_total_time_ms", measured.totalTimeMs())
                .set(operation.windows(), Wire.MAPPER.valueToTree(measured.parse()));
        Rest rest = new Rest(
                advice,
                measured,
                payload,
                coded,
                measured.connections(),
                warmup == null ? null : warmup(operation),
                checkpoints,
                measured.tally().verified(),
                engine,
                environment,
                new Histograms(measured.histogram(), warmup == null ? null : warmup.histogram()));
        return body.setAll(Wire.MAPPER.<ObjectNode>valueToTree(rest));
    }

    /** What is long and read by programs alone comes last. */
    private record Rest(
            List<String> advice,
            @JsonUnwrapped Part part,
            Payload payload,
            Payload.Coded coded,
            Integer connections,
            ObjectNode warmup,
            List<Checkpoint> checkpoints,
            int verified,
            RunEngine engine,
            Environment environment,
            Histograms histograms) {}

    /** The contract's {@code Warmup}. */
    private ObjectNode warmup(Operation operation) {
        ObjectNode body = Wire.MAPPER.createObjectNode();
        body.put("amount", request.warmup())
                .put("total_time_ms", warmup.totalTimeMs())
                .set(operation.windows(), Wire.MAPPER.valueToTree(warmup.parse()));
        return body.setAll(Wire.MAPPER.<ObjectNode>valueToTree(new WarmupRest(warmup, warmup.connections())));
    }

    private record WarmupRest(@JsonUnwrapped Part part, Integer connections) {}

    /**
     * The contract's {@code Histograms}: the windows of each part, base64; null where there was no
     * warm-up.
     */
    private record Histograms(String measured, String warmup) {}
}
