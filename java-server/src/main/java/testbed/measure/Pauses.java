package testbed.measure;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The collector's pauses during a phase, and what of them fell into windows. HotSpot keeps when the last pause of each kind began and
 * ended, in ns of the clock that windows are timed with; that is looked at after a window only where it was long enough to hold a
 * pause. For the thread whose windows they are.
 *
 * <p>Against {@code -Xlog:gc} of G1 on JDK 25: as many pauses, their sum to 0.1 % (the log adds some 20 us to each), and of pauses that
 * fell into windows all but 1 us is found there.
 */
public final class Pauses {
    /** A shorter window holds no pause worth the name: G1's shortest are ten times as long. */
    private static final long LONG_WINDOW_NS = 100_000;

    private static final HotspotCounters COUNTERS = HotspotCounters.attach();
    /** G1: young, full, and the pauses of its concurrent cycle; two or three in the other collectors. */
    private static final List<Kind> KINDS = COUNTERS == null
            ? List.of()
            : IntStream.range(0, 8)
                    .mapToObj(i -> Kind.find("sun.gc.collector." + i))
                    .filter(Objects::nonNull)
                    .toList();

    private Totals before;
    private Totals after;
    private long inWindowsNs;

    /** Begins to count. */
    public void begin() {
        before = Totals.now();
    }

    /** Looks whether a pause fell into a window, {@link System#nanoTime} at both ends. */
    public void look(long start, long stop) {
        if (stop - start > LONG_WINDOW_NS) {
            for (Kind kind : KINDS) {
                inWindowsNs += kind.lastWithin(start, stop);
            }
        }
    }

    /** Ends to count. */
    public void end() {
        after = Totals.now();
    }

    /** What was found; without HotSpot's counters the parts inside and outside are unknown. */
    public Reclaim reclaim() {
        long ns = after.ns - before.ns;
        boolean split = !KINDS.isEmpty();
        return new Reclaim(
                after.count - before.count,
                (ns + 500_000) / 1_000_000,
                split ? inWindowsNs : null,
                split ? Math.max(ns - inWindowsNs, 0) : null);
    }

    /** Pauses since the JVM began, and their sum. */
    private record Totals(long count, long ns) {
        static Totals now() {
            return KINDS.isEmpty()
                    ? ofBeans()
                    : new Totals(
                            KINDS.stream().mapToLong(Kind::count).sum(),
                            KINDS.stream().mapToLong(Kind::sumNs).sum());
        }

        /** To the ms, and in JDK 17 without those of G1's concurrent cycle. Beans of cycles count what runs beside the program. */
        private static Totals ofBeans() {
            List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .filter(bean -> !bean.getName().endsWith(" Cycles"))
                    .toList();
            return new Totals(
                    beans.stream()
                            .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                            .sum(),
                    1_000_000
                            * beans.stream()
                                    .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                                    .sum());
        }
    }

    /** Where HotSpot counts one kind of pause. */
    private record Kind(int invocations, int time, int lastEntry, int lastExit) {
        static Kind find(String name) {
            Integer invocations = COUNTERS.position(name + ".invocations");
            Integer time = COUNTERS.position(name + ".time");
            Integer lastEntry = COUNTERS.position(name + ".lastEntryTime");
            Integer lastExit = COUNTERS.position(name + ".lastExitTime");
            boolean whole = invocations != null && time != null && lastEntry != null && lastExit != null;
            return whole ? new Kind(invocations, time, lastEntry, lastExit) : null;
        }

        long count() {
            return COUNTERS.get(invocations);
        }

        long sumNs() {
            return COUNTERS.get(time);
        }

        /** How much of the last pause lies in a span. */
        long lastWithin(long start, long stop) {
            return Math.max(0, Math.min(stop, COUNTERS.time(lastExit)) - Math.max(start, COUNTERS.time(lastEntry)));
        }
    }
}
