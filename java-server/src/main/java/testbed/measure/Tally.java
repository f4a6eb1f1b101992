package testbed.measure;

/** What the loop of a run gathers in one of its parts. All memory is taken before it begins; for one thread. */
public final class Tally {
    private final Times windows = new Times();
    private final Series series;
    /** Null where bodies lie in memory. */
    private final Times waits;
    /** Null where bodies come in no coding. */
    private final Times decodings;

    private int verified;
    private long guardNs;
    private Long leadNs;
    private final Lengths lengths = new Lengths();
    private final Lengths coded = new Lengths();

    private Tally(Series series, Times waits, Times decodings) {
        this.series = series;
        this.waits = waits;
        this.decodings = decodings;
    }

    /**
     * Nothing yet, of so many objects that the run's own thread parses; where bodies are waited for, those waits are booked, and where they
     * come in a coding, its windows.
     */
    public Tally(int amount, boolean waitsForBodies, boolean areCoded) {
        this(Series.looking(amount), waitsForBodies ? new Times() : null, areCoded ? new Times() : null);
    }

    /** Nothing yet, of so many objects that one of several threads parses, or all of them. */
    public static Tally ofThreads(int amount) {
        return new Tally(new Series(amount), null, null);
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

    /** Adds the window in which a body was decoded that came with this length. */
    public void addDecoding(long windowNs, int length) {
        decodings.record(windowNs);
        coded.add(length);
    }

    /** Books an object that was found right: how long its window took, ns, and the length of its body. */
    public void book(long windowNs, int length) {
        windows.record(windowNs);
        series.record(windowNs);
        lengths.add(length);
        verified++;
    }

    /** Adds what another thread gathered meanwhile; its blocks come after these. */
    public void add(Tally other) {
        windows.add(other.windows);
        series.append(other.series);
        lengths.add(other.lengths);
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

    /** The windows in which bodies were decoded; null where they came in no coding. */
    public Times.Parse decoding(long timerOverheadNs) {
        return decodings == null ? null : decodings.parse(timerOverheadNs);
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
        double rate = lengths.sum * 1000.0 / windows.totalNs();
        return new Payload(lengths.sum, lengths.least, lengths.most, rate, sha256);
    }

    /** The same of the bodies before they were decoded from this coding; null where they came in none. */
    public Payload.Coded coded(String coding, String sha256) {
        return decodings == null ? null : new Payload.Coded(coding, coded.sum, coded.least, coded.most, sha256);
    }

    /** Of bodies. */
    private static final class Lengths {
        private long sum;
        private int least = Integer.MAX_VALUE;
        private int most;

        void add(int length) {
            sum += length;
            least = Math.min(least, length);
            most = Math.max(most, length);
        }

        void add(Lengths other) {
            sum += other.sum;
            least = Math.min(least, other.least);
            most = Math.max(most, other.most);
        }
    }
}
