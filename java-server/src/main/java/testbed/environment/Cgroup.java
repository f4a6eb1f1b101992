package testbed.environment;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The control group that this process lives in: its limits, and how a CPU quota held it back. Versions 2 and 1. Source: the kernel's
 * {@code admin-guide/cgroup-v2} ({@code cpu.stat}, microseconds), {@code scheduler/sched-bwc} (nanoseconds) and
 * {@code admin-guide/cgroup-v1/memory}.
 */
public final class Cgroup {
    /** Version 1 writes no limit as the largest number of whole pages; no machine has half of that. */
    private static final long NO_LIMIT = Long.MAX_VALUE / 2;
    /**
     * Where each file lies; empty where there is none. Looked for once, since a process stays in its group, and a run that asks four
     * times would look for eight files each time.
     */
    private static final Map<String, Optional<String>> FILES = new ConcurrentHashMap<>();

    private Cgroup() {}

    /** How a quota held the group back since the group began. */
    public record Throttled(long periods, long ns) {}

    /** The counters now; null without a quota, which then holds nobody back. */
    public static Throttled throttled() {
        return cpus() == null ? null : parseThrottled(firstOf(v2("cpu.stat"), v1("cpu", "cpu.stat")));
    }

    /** The CPU quota, in CPUs; null where there is none. */
    public static Double cpus() {
        String max = v2("cpu.max");
        return max != null
                ? parseQuota(max)
                : parseQuota(v1("cpu", "cpu.cfs_quota_us") + " " + v1("cpu", "cpu.cfs_period_us"));
    }

    /** The most memory that the group may use, bytes; null where there is no limit. */
    public static Long memoryBytes() {
        return parseLimit(firstOf(v2("memory.max"), v1("memory", "memory.limit_in_bytes")));
    }

    private static String v2(String name) {
        return inGroup("", "", name);
    }

    private static String v1(String controller, String name) {
        return inGroup(controller, "/" + controller, name);
    }

    /** Under the group's path; a container sees its own group as the root, whatever its path is called. */
    private static String inGroup(String controller, String hierarchy, String name) {
        return FILES.computeIfAbsent(hierarchy + "/" + name, any -> find(controller, hierarchy, name))
                .map(Proc::text)
                .orElse(null);
    }

    private static Optional<String> find(String controller, String hierarchy, String name) {
        String path = group(Proc.text("/proc/self/cgroup"), controller);
        String root = "/sys/fs/cgroup" + hierarchy;
        return Stream.of(root + path + "/" + name, root + "/" + name)
                .filter(file -> Proc.text(file) != null)
                .findFirst();
    }

    private static String firstOf(String... texts) {
        return Stream.of(texts).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** The group's path, from the lines {@code number:controllers:path}; version 2 names no controller. */
    static String group(String groups, String controller) {
        return (groups == null ? "" : groups)
                .lines()
                .map(line -> line.split(":", 3))
                .filter(parts ->
                        parts.length == 3 && Arrays.asList(parts[1].split(",")).contains(controller))
                .map(parts -> parts[2])
                .findFirst()
                .orElse("");
    }

    /** Of {@code quota period}, microseconds; a quota of {@code max} or {@code -1} means none. */
    static Double parseQuota(String text) {
        String[] parts = text.split(" ");
        Double quota = Proc.decimal(parts[0]);
        Double period = Proc.decimal(parts[parts.length - 1]);
        return quota == null || period == null || quota < 0 ? null : quota / period;
    }

    static Long parseLimit(String text) {
        Long bytes = Proc.number(text);
        return bytes == null || bytes >= NO_LIMIT ? null : bytes;
    }

    static Throttled parseThrottled(String text) {
        Long periods = Proc.number(text, "nr_throttled");
        Long micros = Proc.number(text, "throttled_usec");
        Long nanos = micros == null ? Proc.number(text, "throttled_time") : Long.valueOf(micros * 1000);
        return periods == null || nanos == null ? null : new Throttled(periods, nanos);
    }
}
