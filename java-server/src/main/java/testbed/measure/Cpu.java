package testbed.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import testbed.environment.Cgroup;
import testbed.environment.Cgroup.Throttled;
import testbed.environment.Proc;

/**
 * The contract's {@code Cpu}: what the CPUs did during a phase, from counters read before and after it. What the system does not keep is
 * null. The run's thread is the one that reads.
 */
public record Cpu(
        @JsonProperty("user_ms") Double userMs,
        @JsonProperty("system_ms") Double systemMs,
        @JsonProperty("run_ms") Double runMs,
        @JsonProperty("run_queue_wait_ms") Double runQueueWaitMs,
        @JsonProperty("voluntary_switches") Long voluntarySwitches,
        @JsonProperty("involuntary_switches") Long involuntarySwitches,
        @JsonProperty("pressure_ms") Double pressureMs,
        @JsonProperty("steal_ms") Double stealMs,
        @JsonProperty("throttled_periods") Long throttledPeriods,
        @JsonProperty("throttled_ms") Double throttledMs,
        @JsonProperty("canary_ns") List<Long> canaryNs) {
    /** What came from one reading to the next, with the canary's times before and after. */
    public static Cpu between(Counters earlier, Counters later, long canaryBefore, long canaryAfter) {
        return new Cpu(
                ms(earlier.userNs, later.userNs),
                ms(earlier.systemNs, later.systemNs),
                ms(earlier.runNs, later.runNs),
                ms(earlier.waitNs, later.waitNs),
                grown(earlier.voluntary, later.voluntary),
                grown(earlier.involuntary, later.involuntary),
                ms(earlier.pressureNs, later.pressureNs),
                ms(earlier.stealNs, later.stealNs),
                grown(earlier.throttledPeriods, later.throttledPeriods),
                ms(earlier.throttledNs, later.throttledNs),
                List.of(canaryBefore, canaryAfter));
    }

    /** What came to the calling thread since an earlier reading of it, and nothing else. */
    public static Cpu ofThread(Counters earlier) {
        return between(earlier, Counters.ofThread(), 0, 0);
    }

    /** The same, with what is a thread's summed over several. */
    Cpu over(List<Cpu> threads) {
        return new Cpu(
                userMs,
                systemMs,
                sum(threads, Cpu::runMs),
                sum(threads, Cpu::runQueueWaitMs),
                count(threads, Cpu::voluntarySwitches),
                count(threads, Cpu::involuntarySwitches),
                pressureMs,
                stealMs,
                throttledPeriods,
                throttledMs,
                canaryNs);
    }

    /** Null where one of them is. */
    private static Double sum(List<Cpu> threads, Function<Cpu, Double> counter) {
        return threads.stream().map(counter).anyMatch(Objects::isNull)
                ? null
                : Double.valueOf(threads.stream().mapToDouble(counter::apply).sum());
    }

    private static Long count(List<Cpu> threads, Function<Cpu, Long> counter) {
        return threads.stream().map(counter).anyMatch(Objects::isNull)
                ? null
                : Long.valueOf(threads.stream().mapToLong(counter::apply).sum());
    }

    private static Long grown(Long earlier, Long later) {
        return earlier == null || later == null ? null : Long.valueOf(Math.max(later - earlier, 0));
    }

    /** To the microsecond. */
    private static Double ms(Long earlierNs, Long laterNs) {
        Long ns = grown(earlierNs, laterNs);
        return ns == null ? null : Double.valueOf(Math.round(ns / 1000.0) / 1000.0);
    }

    /** The counters since process, thread, machine or group began. */
    public record Counters(
            Long userNs,
            Long systemNs,
            Long runNs,
            Long waitNs,
            Long voluntary,
            Long involuntary,
            Long pressureNs,
            Long stealNs,
            Long throttledPeriods,
            Long throttledNs) {
        /** Of {@code USER_HZ}, which is 100 on every architecture that a JVM runs on. */
        private static final long TICK_NS = 10_000_000;
        /** Fields of {@code /proc/self/stat} after the command's name, and of the first line of {@code /proc/stat}: see proc(5). */
        private static final int USER = 11;

        private static final int SYSTEM = 12;
        private static final int STEAL = 8;

        /** Now, of the calling thread. */
        public static Counters now() {
            return parse(
                    Proc.text("/proc/self/stat"),
                    Proc.text("/proc/stat"),
                    Proc.text("/proc/pressure/cpu"),
                    Cgroup.throttled(),
                    Proc.text("/proc/thread-self/status"),
                    Proc.text("/proc/thread-self/schedstat"));
        }

        /** The calling thread's, now, and no others. */
        public static Counters ofThread() {
            return parse(
                    null,
                    null,
                    null,
                    null,
                    Proc.text("/proc/thread-self/status"),
                    Proc.text("/proc/thread-self/schedstat"));
        }

        static Counters parse(
                String process, String machine, String pressure, Throttled throttled, String thread, String schedule) {
            String afterName = process == null ? null : process.substring(process.lastIndexOf(')') + 2);
            return new Counters(
                    times(field(afterName, USER), TICK_NS),
                    times(field(afterName, SYSTEM), TICK_NS),
                    field(schedule, 0),
                    field(schedule, 1),
                    Proc.number(thread, "voluntary_ctxt_switches"),
                    Proc.number(thread, "nonvoluntary_ctxt_switches"),
                    times(Proc.number(Proc.field(Proc.value(pressure, "some"), "total")), 1000),
                    times(field(machine, STEAL), TICK_NS),
                    throttled == null ? null : throttled.periods(),
                    throttled == null ? null : throttled.ns());
        }

        private static Long field(String text, int index) {
            String[] fields = text == null ? new String[0] : text.split("\\s+", index + 2);
            return index < fields.length ? Proc.number(fields[index]) : null;
        }

        private static Long times(Long value, long factor) {
            return value == null ? null : Long.valueOf(value * factor);
        }
    }
}
