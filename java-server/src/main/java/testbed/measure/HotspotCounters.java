package testbed.measure;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * HotSpot's own performance counters, the ones that {@code jstat} shows, in the memory where the JVM keeps them: reading one is a load.
 * The jar's manifest opens {@code jdk.internal.perf} for this class; where it is not open, or the JVM was started with
 * {@code -XX:-UsePerfData}, there are none.
 *
 * <p>JFR tells the same pauses in ns, but not when a phase ends: its events come some 100 ms late, its stream takes two threads, and a
 * second to begin and to end. The JVM's beans tell pauses in ms.
 *
 * <p>Layout: the prologue and entries of {@code perfMemory.hpp}, version 2.0, the same since JDK 5.
 */
final class HotspotCounters {
    private static final int BYTE_ORDER = 4;
    private static final int FIRST_ENTRY = 24;
    private static final int ENTRIES = 28;
    private static final int NAME = 4;
    private static final int TYPE = 12;
    private static final int DATA = 16;
    private static final int CLOCK_READINGS = 100;

    private final ByteBuffer memory;
    private final Map<String, Integer> positions = new LinkedHashMap<>();
    private final long clockOffset;

    private HotspotCounters(ByteBuffer memory, long clockOffset) {
        this.memory = memory.order(memory.get(BYTE_ORDER) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        this.clockOffset = clockOffset;
        int entry = memory.getInt(FIRST_ENTRY);
        for (int i = memory.getInt(ENTRIES); i > 0; i--) {
            if (memory.get(entry + TYPE) == 'J') {
                positions.put(name(entry + memory.getInt(entry + NAME)), entry + memory.getInt(entry + DATA));
            }
            entry += memory.getInt(entry);
        }
    }

    /** This JVM's counters; null where it does not let itself be read. */
    static HotspotCounters attach() {
        try {
            Class<?> type = Class.forName("jdk.internal.perf.Perf");
            Object perf = type.getMethod("getPerf").invoke(null);
            return new HotspotCounters(memory(type, perf), clockOffset(type.getMethod("highResCounter"), perf));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    private static ByteBuffer memory(Class<?> type, Object perf) throws ReflectiveOperationException {
        try {
            return (ByteBuffer) type.getMethod("attach", int.class).invoke(perf, 0);
        } catch (NoSuchMethodException older) {
            return (ByteBuffer)
                    type.getMethod("attach", int.class, String.class).invoke(perf, 0, "r");
        }
    }

    /** What to add to a time of these counters to have one of {@link System#nanoTime}; the tightest of a hundred pairs of readings. */
    private static long clockOffset(Method counter, Object perf) throws ReflectiveOperationException {
        long tightest = Long.MAX_VALUE;
        long offset = 0;
        for (int i = 0; i < CLOCK_READINGS; i++) {
            long before = System.nanoTime();
            long there = (long) counter.invoke(perf);
            long took = System.nanoTime() - before;
            if (took < tightest) {
                tightest = took;
                offset = before + took / 2 - there;
            }
        }
        return offset;
    }

    private String name(int at) {
        int end = at;
        while (memory.get(end) != 0) {
            end++;
        }
        byte[] bytes = new byte[end - at];
        memory.get(at, bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /** Where a counter of this name lies; null where this JVM has none. */
    Integer position(String name) {
        return positions.get(name);
    }

    /** The counter at a position. */
    long get(int position) {
        return memory.getLong(position);
    }

    /** The time at a position, as {@link System#nanoTime} would have told it. */
    long time(int position) {
        return memory.getLong(position) + clockOffset;
    }
}
