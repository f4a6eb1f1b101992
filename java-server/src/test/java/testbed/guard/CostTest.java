package testbed.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.guard.GuardTest.allocated;
import static testbed.guard.Small.verdict;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Bodies of 64 KiB made to cost the guard itself much: each gets its verdict, allocates nothing but a refusal's message, and takes no
 * more than so many times a sound body's time a byte.
 */
class CostTest {
    /** A hostile body may take so many times as long a byte as a sound one. */
    private static final int MOST = 20;
    /** Checks of each before any counts, so that all is compiled. */
    private static final int WARMING = 300;

    private static final int TURNS = 101;
    /** Tells a thread's own time, in which it waits for no core. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final int MESSAGE_BYTES = 2000;

    @ParameterizedTest
    @EnumSource(Samples.class)
    void hostile_bodies_get_their_verdict_and_allocate_nothing_but_a_message(Samples samples) {
        for (Attack attack : Attack.all(samples)) {
            assertThat(verdict(attack.guard(), attack.body())).as(attack.name()).isEqualTo(attack.says());
            long bytes = allocated(() -> verdict(attack.guard(), attack.body()));
            assertThat(bytes)
                    .as(attack.name())
                    .isLessThanOrEqualTo(attack.says().equals(Attack.PASSES) ? 0 : MESSAGE_BYTES);
        }
    }

    @ParameterizedTest
    @EnumSource(Samples.class)
    void hostile_bodies_take_no_more_than_so_many_times_a_sound_one(Samples samples) {
        Attack sound = Attack.sound(samples);
        assertThat(verdict(sound.guard(), sound.body())).isEqualTo(Attack.PASSES);
        List<Attack> attacks = Attack.all(samples);
        for (int i = 0; i < WARMING; i++) {
            verdict(sound.guard(), sound.body());
            attacks.forEach(attack -> verdict(attack.guard(), attack.body()));
        }
        for (Attack attack : attacks) {
            // Turn by turn, so that a busy machine slows both alike.
            double[] one = new double[TURNS];
            double[] other = new double[TURNS];
            for (int i = 0; i < TURNS; i++) {
                one[i] = nanosAByte(attack);
                other[i] = nanosAByte(sound);
            }
            assertThat(median(one)).as(attack.name()).isLessThan(MOST * median(other));
        }
    }

    private static double nanosAByte(Attack attack) {
        long began = THREADS.getCurrentThreadCpuTime();
        verdict(attack.guard(), attack.body());
        return (THREADS.getCurrentThreadCpuTime() - began) / (double) attack.body().length;
    }

    private static double median(double[] times) {
        Arrays.sort(times);
        return times[times.length / 2];
    }
}
