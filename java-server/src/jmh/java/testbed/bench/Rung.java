package testbed.bench;

import java.util.Arrays;

/** What happens between two parses; each rung does one thing that the tight loop does not. */
enum Rung {
    /** Decode and drop, nothing else. */
    TIGHT,
    /** Guard, decode, comparison, drop: what a replay does. */
    CHECKED,
    /** Time passes; the thread spins on the clock. */
    SPUN,
    /** Time passes; the thread sleeps. */
    SLEPT,
    /** The same for longer. */
    SLEPT_1MS,
    /** Memory is walked that takes the place of all else in the caches. */
    EVICTED,
    /** The body makes a round trip over a socket to a thread that sleeps for it, as this one does. */
    ECHOED,
    /** The same, but nobody sleeps. */
    ECHOED_SPIN;

    /** As options and results call it. */
    String label() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** How many objects it parses; the slowest does with fewer. */
    int objects(int objects) {
        return this == SLEPT_1MS ? objects / 10 : objects;
    }

    /**
     * The rung of this label.
     *
     * @throws IllegalArgumentException says which there are
     */
    static Rung named(String label) {
        return Arrays.stream(values())
                .filter(rung -> rung.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("rung \"" + label + "\" is unknown; allowed are "
                        + Arrays.stream(values()).map(Rung::label).toList()));
    }
}
