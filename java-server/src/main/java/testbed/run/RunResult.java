package testbed.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import testbed.Environment;
import testbed.Machine;
import testbed.Wire;
import testbed.run.Event.Checkpoint;
import testbed.run.Event.RunEngine;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a run found out.
 *
 * @param warmup null where the run had none
 * @param allocatedBytes what one parse allocates; null where the JVM does not count
 * @param sha256 over the first body of each variant, warm-up included
 * @param libraries their versions, by name
 */
record RunResult(
        RunRequest request,
        Phase warmup,
        Phase measured,
        Double allocatedBytes,
        String sha256,
        RunEngine engine,
        Environment environment,
        Map<String, String> libraries,
        Machine machine) {
    /** The contract's {@code RunResult}: three of its names depend on the provider and the format. */
    ObjectNode body() {
        String format = request.format().lowerCase();
        ObjectNode body = Wire.MAPPER
                .createObjectNode()
                .put(request.serverType(), 1)
                .put("amount", request.amount())
                .put(format + "_parsing_time_micro_s", measured.parsingTimeMicros())
                .put(format + "_total_time_ms", measured.totalTimeMs());
        Warmup before = warmup == null
                ? null
                : new Warmup(warmup.count(), warmup.totalTimeMs(), warmup.figures(), warmup.connections());
        Rest rest = new Rest(
                measured.figures().allocating(allocatedBytes),
                measured.payload(sha256),
                measured.connections(),
                before,
                measured.checkpoints(),
                measured.verified(),
                engine,
                new Where(environment, libraries, machine));
        return body.setAll(Wire.MAPPER.<ObjectNode>valueToTree(rest));
    }

    private record Rest(
            @JsonUnwrapped Figures figures,
            Payload payload,
            int connections,
            Warmup warmup,
            List<Checkpoint> checkpoints,
            int verified,
            RunEngine engine,
            Where environment) {}

    private record Warmup(
            int amount,
            @JsonProperty("total_time_ms") long totalTimeMs,
            @JsonUnwrapped Figures figures,
            int connections) {}

    /** The contract's {@code Environment}: who the server is, and where it runs. */
    private record Where(@JsonUnwrapped Environment environment, Map<String, String> libraries, Machine machine) {}
}
