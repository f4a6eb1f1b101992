package testbed.guard;

import java.security.SecureRandom;
import java.util.function.Supplier;

/**
 * The keys of the maps that are open, in a hash table of fixed size with linear probing. A hash is a polynomial of the key's bytes
 * modulo 2<sup>61</sup> - 1 (Dietzfelbinger and others, Polynomial Hash Functions Are Reliable, 1992) at a point that is drawn as the
 * server starts: nobody can choose keys that collide.
 */
final class Keys {
    /** So many are known at once, over all maps that are open. */
    static final int MOST = 4096;

    private static final int PLACES = 2 * MOST;
    private static final long PRIME = (1L << 61) - 1;
    private static final long POINT = PRIME / 2 + new SecureRandom().nextLong(PRIME / 2);
    /** So many bytes of a key are a coefficient, with a bit before them that tells their number. */
    private static final int TOGETHER = 7;

    /** At each place one more than the number of the key there, or 0. */
    private final short[] places;
    /** Of each key its hash, its place, and where it stands in the body. */
    private final long[] hashes;

    private final int[] placed;
    private final int[] froms;
    private final int[] ends;
    /** The first key of each open map. */
    private final int[] firsts;

    private final Unescaped one;
    private final Unescaped other;
    private int maps;
    private int size;

    /** Those of the maps that a root has, with keys that are read so. */
    static Keys of(Due root, Supplier<? extends Unescaped> reading) {
        return new Keys(root.maps(), reading);
    }

    private Keys(int maps, Supplier<? extends Unescaped> reading) {
        int most = maps == 0 ? 0 : MOST;
        places = new short[maps == 0 ? 0 : PLACES];
        hashes = new long[most];
        placed = new int[most];
        froms = new int[most];
        ends = new int[most];
        firsts = new int[maps];
        one = reading.get();
        other = reading.get();
    }

    void clear() {
        forget(0);
        maps = 0;
    }

    /** A map opens inside those that are open. */
    void enter() {
        firsts[maps++] = size;
    }

    /** The innermost map closes. */
    void leave() {
        forget(firsts[--maps]);
    }

    /** The last first, so that what was put behind another's place is not looked for in vain. */
    private void forget(int first) {
        while (size > first) {
            places[placed[--size]] = 0;
        }
    }

    /** Notes a key of the innermost map, which stands from (inclusive) to end (exclusive). */
    void add(byte[] body, int from, int end) {
        long hash = hash(body, from, end);
        int place = (int) mixed(hash) & PLACES - 1;
        while (places[place] != 0) {
            int key = places[place] - 1;
            if (hashes[key] == hash && key >= firsts[maps - 1] && equal(key, body, from, end)) {
                throw new GuardException(Rule.KEY_TWICE, from);
            }
            place = place + 1 & PLACES - 1;
        }
        if (size == MOST) {
            throw new GuardException("the maps that are open have more than 4096 keys", from);
        }
        hashes[size] = hash;
        placed[size] = place;
        froms[size] = from;
        ends[size++] = end;
        places[place] = (short) size;
    }

    private boolean equal(int key, byte[] body, int from, int end) {
        one.begin(body, froms[key], ends[key]);
        other.begin(body, from, end);
        int next = one.next();
        while (next >= 0 && next == other.next()) {
            next = one.next();
        }
        return next < 0 && other.next() < 0;
    }

    /** Begins with the map's depth, so that a key of many maps, one inside the other, is not looked for among its likes. */
    private long hash(byte[] body, int from, int end) {
        one.begin(body, from, end);
        long hash = times(maps, POINT);
        long coefficient = 1;
        int bytes = 0;
        for (int next = one.next(); next >= 0; next = one.next()) {
            coefficient = coefficient << 8 | next;
            if (++bytes == TOGETHER) {
                hash = times(hash + coefficient, POINT);
                coefficient = 1;
                bytes = 0;
            }
        }
        return times(hash + coefficient, POINT);
    }

    /** A product modulo the prime, or a little over it. One factor is below the prime, the other below twice the prime. */
    private static long times(long a, long b) {
        long low = a * b;
        long sum = (low & PRIME) + (low >>> 61 | Math.multiplyHigh(a, b) << 3);
        return (sum & PRIME) + (sum >>> 61);
    }

    /** Spreads what is alike over a hash's lower bits (the finalizer of SplitMix64), where keys in a row would lie in a row. */
    private static long mixed(long hash) {
        long half = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
        long whole = (half ^ half >>> 27) * 0x94D049BB133111EBL;
        return whole ^ whole >>> 31;
    }
}
