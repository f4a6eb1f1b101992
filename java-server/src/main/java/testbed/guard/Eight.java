package testbed.guard;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes at once, the first of them lowest. What is found among them is marked by its byte's highest bit; marks behind the first
 * may be wrong (<a href="https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord">Bit Twiddling Hacks</a>).
 */
final class Eight {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHEST = 0x8080808080808080L;

    private Eight() {}

    /** Those that begin here, all of which must be there. */
    static long at(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** Those that equal one, of which {@link #of} gives eight. */
    static long equal(long eight, long ofOne) {
        long differences = eight ^ ofOne;
        return (differences - ONES) & ~differences & HIGHEST;
    }

    /** The control characters below U+0020. */
    static long controls(long eight) {
        return (eight - ONES * ' ') & ~eight & HIGHEST;
    }

    /** Those that are not ASCII. */
    static long notAscii(long eight) {
        return eight & HIGHEST;
    }

    /** Eight times one. */
    static long of(int one) {
        return ONES * one;
    }

    /** Which is the first that was found, from 0. */
    static int first(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }

    /** Whether these bytes stand there, before an end. */
    static boolean stand(byte[] these, byte[] bytes, int at, int end) {
        int length = these.length;
        if (length > end - at) {
            return false;
        }
        int i = 0;
        for (; i + 8 <= length; i += 8) {
            if (at(these, i) != at(bytes, at + i)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (these[i] != bytes[at + i]) {
                return false;
            }
        }
        return true;
    }
}
