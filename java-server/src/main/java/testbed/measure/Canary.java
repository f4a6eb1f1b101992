package testbed.measure;

/** A fixed loop of arithmetic, before and after a phase: what the CPU gives, whatever the program does. */
public final class Canary {
    private static final int GOES = 20;
    private static final int STEPS = 20_000;
    private static final int WARM_UPS = 300;

    /** No constant to the compiler, which would make one step of several. */
    private static volatile long factor = 6364136223846793005L;
    /** Written, so that the compiler cannot drop the loop. */
    private static volatile long last;

    private Canary() {}

    /** Has the loop compiled as well as it will be, which took 70 times twenty goes in a process that had much else to compile. */
    public static void warmUp() {
        for (int i = 0; i < WARM_UPS; i++) {
            ns();
        }
    }

    /** The fastest of 20 goes, ns. */
    public static long ns() {
        long fastest = Long.MAX_VALUE;
        for (int go = 0; go < GOES; go++) {
            long start = System.nanoTime();
            last = steps();
            fastest = Math.min(fastest, System.nanoTime() - start);
        }
        return fastest;
    }

    private static long steps() {
        long by = factor;
        long x = 1;
        for (int step = 0; step < STEPS; step++) {
            x = x * by + 1442695040888963407L;
        }
        return x;
    }
}
