package testbed.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;

/** What some work allocates on its thread. Asking inside the loop of a run would cost as much as a small parse. */
public final class Allocated {
    private Allocated() {}

    /** The mean of so many, each by its number from 0, in bytes; null where the JVM does not count. */
    public static Double mean(int times, IntConsumer work) {
        if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)
                || !threads.isThreadAllocatedMemoryEnabled()) {
            return null;
        }
        long bytes = 0;
        for (int i = 0; i < times; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            work.accept(i);
            bytes += threads.getCurrentThreadAllocatedBytes() - before;
        }
        return (double) bytes / times;
    }
}
