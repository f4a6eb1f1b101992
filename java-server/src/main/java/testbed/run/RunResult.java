package testbed.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.Map;
import testbed.Environment;
import testbed.run.Event.RunEngine;

/**
 * What a run found out.
 *
 * @param warmup null where the run had none
 * @param cpu null where the system keeps no such counters
 * @param sha256 over the first body of each variant, warm-up included
 */
record RunResult(
        RunRequest request,
        Phase warmup,
        Phase measured,
        String sha256,
        int connections,
        Throttling cpu,
        RunEngine engine,
        Environment environment) {
    /** The contract's {@code RunResult}: three of its names depend on the provider and the format. */
    Map<String, Object> body() {
        String format = request.format().lowerCase();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put(request.serverType(), 1);
        body.put("amount", request.amount());
        body.put(format + "_parsing_time_micro_s", measured.parsingTimeMicros());
        body.put(format + "_total_time_ms", measured.totalTimeMs());
        body.put("parse", measured.parse());
        if (warmup != null) {
            body.put("warmup", new Warmup(warmup.count(), warmup.totalTimeMs(), warmup.parse()));
        }
        body.put("payload", measured.payload(sha256));
        body.put("connections", connections);
        if (cpu != null) {
            body.put("cpu", cpu);
        }
        body.put("checkpoints", measured.checkpoints());
        body.put("verified", measured.verified());
        body.put("engine", engine);
        body.put("environment", environment);
        return body;
    }

    private record Warmup(
            int amount, @JsonProperty("total_time_ms") long totalTimeMs, Times.Parse parse) {}
}
