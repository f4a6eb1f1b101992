package testbed.request;

import java.util.List;
import testbed.contract.Problem;
import testbed.contract.ProblemException;

/** What the field {@code threads} goes with. */
final class Threads {
    /** The most threads, whatever the machine has. */
    static final int MOST = 64;

    private Threads() {}

    /**
     * Checks that a run is one that several threads can parse, where that is asked for.
     *
     * @throws ProblemException {@code invalid_request} for more threads than CPUs, and for what they do not go with
     */
    static void check(Supply supply, List<Integer> checkpoints, int cpus) {
        if (supply.threads() == 0) {
            return;
        }
        if (supply.threads() > cpus) {
            throw refused("threads is " + supply.threads()
                    + "; allowed are as many as this server may use CPUs, which is " + cpus);
        }
        // A block goes with http alone, so bodies from memory come in none.
        goesWith("source replay", supply.source() == Source.REPLAY);
        goesWith("concurrency 1", supply.concurrency() == 1);
        goesWith("empty checkpoints", checkpoints.isEmpty());
        if (supply.coding().isPresent()) {
            throw new ProblemException(
                    Problem.invalid("coding", "coding is not measured on several threads; leave one of them out"));
        }
    }

    private static void goesWith(String other, boolean asked) {
        if (!asked) {
            throw refused("threads goes with " + other + " only; ask for that, or leave threads out");
        }
    }

    private static ProblemException refused(String detail) {
        return new ProblemException(Problem.invalid("threads", detail));
    }
}
