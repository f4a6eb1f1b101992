package testbed.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import testbed.environment.Cgroup.Throttled;
import testbed.measure.Cpu.Counters;

class CpuTest {
    private static final Counters READ = Counters.parse(
            "7 (a name) with) S 1 7 7 0 -1 4194560 1 2 3 4 120 34 0 0 20",
            "cpu  11 12 13 14 15 16 17 18 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0",
            "some avg10=0.1 avg60=0.2 avg300=0.3 total=2500\nfull avg10=0.0 avg60=0.0 avg300=0.0 total=1",
            new Throttled(3, 4_000_000),
            "Name:\trun\nvoluntary_ctxt_switches:\t21\nnonvoluntary_ctxt_switches:\t22",
            "5000000 600000 7");

    @Test
    void counters_are_found_where_the_kernel_writes_them() {
        assertThat(READ)
                .isEqualTo(new Counters(
                        1_200_000_000L,
                        340_000_000L,
                        5_000_000L,
                        600_000L,
                        21L,
                        22L,
                        2_500_000L,
                        180_000_000L,
                        3L,
                        4_000_000L));
    }

    @Test
    void a_phase_has_what_came_in_it_and_nothing_of_what_is_not_kept() {
        Counters none = Counters.parse(null, null, null, null, null, null);
        Counters start = new Counters(0L, 0L, 0L, 0L, 0L, 20L, 0L, 180_000_001L, null, null);
        Cpu cpu = Cpu.between(start, READ, 10, 11);
        assertThat(cpu.userMs()).isEqualTo(1200);
        assertThat(cpu.runQueueWaitMs()).isEqualTo(0.6);
        assertThat(cpu.pressureMs()).isEqualTo(2.5);
        assertThat(cpu.involuntarySwitches()).isEqualTo(2);
        assertThat(cpu.stealMs()).as("never negative").isZero();
        assertThat(cpu.throttledMs()).isNull();
        assertThat(cpu.canaryNs()).containsExactly(10L, 11L);
        assertThat(Cpu.between(none, READ, 10, 11))
                .isEqualTo(new Cpu(null, null, null, null, null, null, null, null, null, null, List.of(10L, 11L)));
    }

    @Test
    void of_several_threads_the_sum_is_told_and_the_machine_stays_the_machine() {
        Cpu run = new Cpu(1.0, 2.0, 99.0, 99.0, 99L, 99L, 3.0, 4.0, null, null, List.of(10L, 11L));
        Cpu one = new Cpu(null, null, 5.0, 0.5, 1L, null, null, null, null, null, List.of());
        Cpu two = new Cpu(null, null, 7.0, 0.25, 2L, 6L, null, null, null, null, List.of());
        assertThat(run.over(List.of(one, two)))
                .isEqualTo(new Cpu(1.0, 2.0, 12.0, 0.75, 3L, null, 3.0, 4.0, null, null, List.of(10L, 11L)));
    }

    @Test
    void a_thread_tells_its_own_and_nothing_else() {
        Cpu own = Cpu.ofThread(Counters.ofThread());
        assertThat(own.runMs()).isNotNegative();
        assertThat(own.voluntarySwitches()).isNotNegative();
        assertThat(own.userMs()).isNull();
        assertThat(own.stealMs()).isNull();
    }

    @Test
    void this_thread_is_the_one_that_is_read() {
        Counters before = Counters.now();
        long end = System.nanoTime() + 50_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        Cpu cpu = Cpu.between(before, Counters.now(), 1, 1);
        assertThat(cpu.runMs() + cpu.runQueueWaitMs()).isGreaterThan(40);
    }
}
