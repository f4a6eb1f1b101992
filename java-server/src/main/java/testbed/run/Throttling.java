package testbed.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How often and how long a container's CPU quota kept this process from running, by cgroup v2 (microseconds) and v1 (nanoseconds):
 * counters since the group began; of two readings the difference, which is the contract's {@code Cpu}. Source: the kernel's
 * {@code admin-guide/cgroup-v2} and {@code scheduler/sched-bwc}.
 */
record Throttling(
        @JsonProperty("throttled_periods") long periods,
        @JsonProperty("throttled_ms") long ms) {
    /** Where {@code cpu.stat} of this process's own group lies inside a container, v2 first. */
    private static final List<Path> FILES = List.of(
            Path.of("/sys/fs/cgroup/cpu.stat"),
            Path.of("/sys/fs/cgroup/cpu/cpu.stat"),
            Path.of("/sys/fs/cgroup/cpu,cpuacct/cpu.stat"));

    /** The counters now; null where the system keeps none. */
    static Throttling now() {
        for (Path file : FILES) {
            try {
                Throttling found = parse(Files.readAllLines(file));
                if (found != null) {
                    return found;
                }
            } catch (IOException e) {
                // Another version of cgroups, or none: the next file, or no answer.
            }
        }
        return null;
    }

    /** What came since an earlier reading; null where there is none of either. */
    static Throttling between(Throttling earlier, Throttling later) {
        return earlier == null || later == null
                ? null
                : new Throttling(later.periods - earlier.periods, later.ms - earlier.ms);
    }

    static Throttling parse(List<String> lines) {
        Map<String, Long> values = lines.stream()
                .map(line -> line.split(" "))
                .filter(parts -> parts.length == 2)
                .collect(Collectors.toMap(parts -> parts[0], parts -> Long.parseLong(parts[1]), (a, b) -> a));
        Long periods = values.get("nr_throttled");
        Long micros = values.get("throttled_usec");
        Long nanos = values.get("throttled_time");
        if (periods == null || (micros == null && nanos == null)) {
            return null;
        }
        return new Throttling(periods, micros != null ? micros / 1000 : nanos / 1_000_000);
    }
}
