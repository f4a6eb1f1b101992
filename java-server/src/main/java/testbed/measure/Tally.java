package testbed.measure;

/** What the loop of a run gathers in one of its parts. All memory is taken before it begins; for one thread. */
public final class Tally {
    private final Times windows = new Times();
    private final Series series;
    /** Null where bodies lie in memory. */
    private final Times waits;

    private int verified;
    private long guardNs;
    private Long leadNs;
    private long bytes;
    private int minBytes = Integer.MAX_VALUE;
    private int maxBytes;

    private Tally(Series series, Times waits) {
        this.series = series;
        this.waits = waits;
    }

    /** Nothing yet, of so many objects that the run's own thread parses; where bodies are waited for, so are those waits. */
    public Tally(int amount, boolean waitsForBodies) {
        this(Series.looking(amount), waitsForBodies ? new Times() : null);
    }

    /** Nothing yet, of so many objects that one of several threads parses, or all of them. */
    public static Tally ofThreads(int amount) {
        return new Tally(new Series(amount), null);
    }

    /** Adds what the guard took for a body. */
    public void addGuard(long ns) {
        guardNs += ns;
    }

    /** Adds what the parses before a block took, which are not counted. */
    public void addLead(long ns) {
        leadNs = ns + (leadNs == null ? 0 : leadNs);
    }

    /** Adds for how long a body was waited, where waits are booked at all. */
    public void addWait(long ns) {
        if (waits != null) {
            waits.record(ns);
        }
    }

    /** Books an object that was found right: how long its window took, ns, and the length of its body. */
    public void book(long windowNs, int length) {
        windows.record(windowNs);
        series.record(windowNs);
        bytes += length;
        minBytes = Math.min(minBytes, length);
        maxBytes = Math.max(maxBytes, length);
        verified++;
    }

    /** Adds what another thread gathered meanwhile; its blocks come after these. */
    public void add(Tally other) {
        windows.add(other.windows);
        series.append(other.series);
        bytes += other.bytes;
        minBytes = Math.min(minBytes, other.minBytes);
        maxBytes = Math.max(maxBytes, other.maxBytes);
        verified += other.verified;
    }

    /** Objects received, parsed and found right so far. */
    public int verified() {
        return verified;
    }

    /** Whether waits are booked at all. */
    public boolean booksWaits() {
        return waits != null;
    }

    /** Scans where a block of the series ended with the last window, or begins with the next. */
    public void look() {
        series.look();
    }

    /** The windows. */
    public Times windows() {
        return windows;
    }

    /** Their series. */
    public Series.Blocks blocks() {
        return series.blocks();
    }

    /** The waits for bodies; null where none were booked. */
    public Times.Fetch fetch() {
        return waits == null ? null : waits.fetch();
    }

    /** The sum of the guard's time. */
    public long guardNs() {
        return guardNs;
    }

    /** The sum of what the parses before each block took; null where there were none. */
    public Long leadNs() {
        return leadNs;
    }

    /** The sizes of the bodies, with the digest over the first of each variant. */
    public Payload payload(String sha256) {
        return new Payload(bytes, minBytes, maxBytes, bytes * 1000.0 / windows.totalNs(), sha256);
    }
}
