package testbed.environment;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Where the server runs: what figures depend on that no build decides. What the system does not tell is null.
 *
 * @param cores CPUs online
 * @param affinity CPUs that the process may use, as the kernel lists them
 * @param pressureAvg10 CPU pressure, percent of the last 10 s
 */
public record Machine(
        @JsonProperty("cpu_model") String cpuModel,
        int cores,
        String affinity,
        String governor,
        Double mhz,
        @JsonProperty("memory_bytes") Long memoryBytes,
        String kernel,
        Boolean hypervisor,
        @JsonProperty("load_1m") Double load1m,
        @JsonProperty("pressure_avg10") Double pressureAvg10,
        Container container) {
    /** The limits of the process's control group. */
    public record Container(
            Double cpus, @JsonProperty("memory_bytes") Long memoryBytes) {}

    /** As it is now. */
    public static Machine now() {
        String cpuinfo = Proc.text("/proc/cpuinfo");
        String flags = Proc.value(cpuinfo, "flags");
        Long memoryKib = Proc.number(Proc.text("/proc/meminfo"), "MemTotal");
        Container limits = new Container(Cgroup.cpus(), Cgroup.memoryBytes());
        return new Machine(
                cpuModel(cpuinfo),
                coresOnline(),
                Proc.value(Proc.text("/proc/self/status"), "Cpus_allowed_list"),
                Proc.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
                Proc.decimal(Proc.value(cpuinfo, "cpu MHz")),
                memoryKib == null ? null : memoryKib * 1024,
                Proc.text("/proc/sys/kernel/osrelease"),
                flags == null ? null : Arrays.asList(flags.split(" ")).contains("hypervisor"),
                Proc.decimal(Proc.text("/proc/loadavg")),
                Proc.decimal(Proc.field(Proc.value(Proc.text("/proc/pressure/cpu"), "some"), "avg10")),
                limits.cpus() == null && limits.memoryBytes() == null ? null : limits);
    }

    /** The first core's name. ARM has none, but numbers: of who made the core, and of which core it is. */
    static String cpuModel(String cpuinfo) {
        String name = Proc.value(cpuinfo, "model name");
        String maker = Proc.value(cpuinfo, "CPU implementer");
        String part = Proc.value(cpuinfo, "CPU part");
        return name != null || maker == null || part == null ? name : "ARM implementer " + maker + ", part " + part;
    }

    /** The CPUs that this process may use, by its affinity and its control group's quota, of which a part of one does not count. */
    public static int cpus() {
        return within(Runtime.getRuntime().availableProcessors(), Cgroup.cpus());
    }

    /** The JVM rounds a quota up; a thread more than the quota would be throttled while it is measured. */
    static int within(int available, Double quota) {
        return quota == null ? available : Math.max(1, Math.min(available, (int) Math.floor(quota)));
    }

    /** The CPUs online; where the system lists none, those that the process may use. */
    private static int coresOnline() {
        String online = Proc.text("/sys/devices/system/cpu/online");
        return online == null ? cpus() : count(online);
    }

    /** How many numbers a list of ranges such as {@code 0-1,4} holds. */
    static int count(String list) {
        return Stream.of(list.split(","))
                .map(range -> range.split("-"))
                .mapToInt(ends -> Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1)
                .sum();
    }
}
