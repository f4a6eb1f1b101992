package testbed.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class MemoryTest {
    @Test
    void the_peak_is_that_of_the_process() {
        Memory.resetPeak();
        byte[] ballast = new byte[64 << 20];
        java.util.Arrays.fill(ballast, (byte) 1);
        assertThat(Memory.peak().peakRssBytes()).isGreaterThan(ballast.length);
        assertThat(Memory.peak().allocating(7.5).allocatedBytesPerObject()).isEqualTo(7.5);
    }

    /** Or what a parse allocates would be told with what asking does. */
    @Test
    void asking_what_was_allocated_allocates_nothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        threads.getCurrentThreadAllocatedBytes();
        long before = threads.getCurrentThreadAllocatedBytes();
        long after = threads.getCurrentThreadAllocatedBytes();
        assertThat(after - before).isZero();
    }
}
