package testbed.environment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTest {
    @Test
    void lists_of_cpus_are_counted() {
        assertThat(Machine.count("0")).isEqualTo(1);
        assertThat(Machine.count("0-1")).isEqualTo(2);
        assertThat(Machine.count("0-3,8,10-11")).isEqualTo(7);
    }

    @Test
    void a_part_of_a_cpu_does_not_count() {
        assertThat(Machine.within(2, 1.5)).isEqualTo(1);
        assertThat(Machine.within(2, 0.5)).isEqualTo(1);
        assertThat(Machine.within(2, 4.0)).isEqualTo(2);
        assertThat(Machine.within(2, null)).isEqualTo(2);
    }

    @Test
    void a_core_of_arm_is_told_by_its_numbers() {
        assertThat(Machine.cpuModel("CPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c"))
                .isEqualTo("ARM implementer 0x41, part 0xd0c");
        assertThat(Machine.cpuModel("model name\t: A CPU @ 2.50GHz")).isEqualTo("A CPU @ 2.50GHz");
        assertThat(Machine.cpuModel("processor\t: 0")).isNull();
        assertThat(Machine.cpuModel(null)).isNull();
    }

    @Test
    void this_machine_tells_what_every_linux_does() {
        Machine machine = Machine.now();
        assertThat(Proc.text("/proc/version")).contains(machine.kernel());
        assertThat(machine.memoryBytes()).isGreaterThan(1L << 20);
        assertThat(Machine.count(machine.affinity())).isBetween(1, machine.cores());
        assertThat(machine.load1m()).isNotNegative();
    }
}
