package testbed.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class PausesTest {
    @Test
    void a_pause_in_a_window_is_found_there_and_nowhere_else() {
        Pauses pauses = new Pauses();
        pauses.begin();
        long start = System.nanoTime();
        System.gc();
        long stop = System.nanoTime();
        pauses.look(start, stop);
        pauses.look(stop, stop + 1_000_000_000);
        pauses.end();
        Reclaim reclaim = pauses.reclaim();
        assertThat(reclaim.count()).isPositive();
        assertThat(reclaim.pauseInWindowNs()).isBetween(100_000L, stop - start);
        assertThat((double) reclaim.pauseOutsideNs())
                .as("the sum that the JVM keeps is taken a little apart from begin and end")
                .isLessThan(0.1 * reclaim.pauseInWindowNs());
    }

    @Test
    void a_pause_between_windows_lies_outside() {
        Pauses pauses = new Pauses();
        long before = collections();
        pauses.begin();
        long start = System.nanoTime();
        pauses.look(start, start + 200_000);
        System.gc();
        long later = System.nanoTime();
        pauses.look(later, later + 200_000);
        pauses.end();
        Reclaim reclaim = pauses.reclaim();
        assertThat(reclaim.pauseInWindowNs()).isZero();
        assertThat(reclaim.pauseOutsideNs()).isPositive();
        assertThat(reclaim.pauseMs()).isEqualTo((reclaim.pauseOutsideNs() + 500_000) / 1_000_000);
        assertThat(reclaim.count()).isBetween(1L, collections() - before);
    }

    @Test
    void of_two_threads_each_meets_the_pause_in_its_own_place() {
        Pauses parsing = new Pauses();
        Pauses comparing = new Pauses();
        parsing.begin();
        comparing.begin();
        long start = System.nanoTime();
        System.gc();
        long stop = System.nanoTime();
        parsing.look(start, stop);
        comparing.look(stop, stop + 1_000_000_000);
        parsing.end();
        comparing.end();
        long met = parsing.reclaim().pauseInWindowNs();
        assertThat(met).isPositive();
        assertThat(comparing.reclaim().pauseInWindowNs()).isZero();
        assertThat(comparing.reclaim().pauseOutsideNs()).isGreaterThanOrEqualTo(met);
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }
}
