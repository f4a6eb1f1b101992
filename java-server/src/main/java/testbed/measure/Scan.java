package testbed.measure;

import java.nio.charset.StandardCharsets;

/**
 * A fixed walk over text that tells what others leave of the core. The canary cannot: its steps wait for each other, and so leave room
 * for a second thread on the same core, while a parser and this walk fill it.
 */
public final class Scan {
    private static final int GOES = 16;
    private static final int BYTES = 1024;
    private static final int WARM_UPS = 10_000;
    /** What the text is made of, each as often as the others. */
    private static final byte[] SIGNS = "{}[]\"\",:01239ae ".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] TEXT = text();
    /** Written, so that the compiler cannot drop the walk. */
    private static volatile long last;

    private Scan() {}

    /**
     * Has the walk and the loop around it compiled as well as they will be, which took up to 5,000 scans in a process that had much else
     * to compile. Compiled in the midst of a run, the loop would change what a scan takes by a sixth.
     */
    public static void warmUp() {
        for (int i = 0; i < WARM_UPS; i++) {
            ns();
        }
    }

    /** How long 16 walks over the text take now, ns; some tens of microseconds. Takes no memory. */
    public static long ns() {
        long start = System.nanoTime();
        for (int go = 0; go < GOES; go++) {
            last = walk(TEXT);
        }
        return System.nanoTime() - start;
    }

    /** What a parser does with each byte: it looks, and goes one way or another. */
    static long walk(byte[] text) {
        long sum = 0;
        long quoted = 0;
        for (byte sign : text) {
            if (sign == '"') {
                quoted ^= 1;
                sum += 3;
            } else if (sign == '{' || sign == '[') {
                sum += 5;
            } else if (sign == '}' || sign == ']') {
                sum += 7;
            } else if (sign >= '0' && sign <= '9' && quoted == 0) {
                sum = sum * 10 + (sign - '0');
            } else {
                sum += quoted;
            }
        }
        return sum;
    }

    /** The signs in an order that no predictor can guess, but the same everywhere. */
    static byte[] text() {
        byte[] text = new byte[BYTES];
        long x = 1;
        for (int i = 0; i < BYTES; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
            text[i] = SIGNS[(int) (x >>> 60)];
        }
        return text;
    }
}
