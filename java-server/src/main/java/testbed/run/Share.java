package testbed.run;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What one of several threads parses of a phase.
 *
 * @param amount objects
 * @param first the variant of the first one; from there the variants come in turn
 */
record Share(int amount, int first) {
    /** A share for each thread: they differ by one object at most, and each begins at another variant, so that the threads do not walk in step. */
    static List<Share> of(int amount, int threads, int variants) {
        return IntStream.range(0, threads)
                .mapToObj(thread ->
                        new Share(amount / threads + (thread < amount % threads ? 1 : 0), thread * variants / threads))
                .toList();
    }

    /** Whether one of its objects is of this variant of so many. */
    boolean uses(int variant, int variants) {
        return (variant + variants - first) % variants < amount;
    }
}
