package testbed.run;

import java.util.function.Supplier;
import testbed.bodies.Bodies.Body;
import testbed.engines.Codec;
import testbed.engines.RefusedException;
import testbed.measure.Cpu;
import testbed.measure.Pauses;
import testbed.measure.Reclaim;
import testbed.measure.Tally;
import testbed.measure.Window;
import testbed.request.RunRequest;

/**
 * A thread of a phase that several parse at once: its own memory, its own share, and nothing
 * between windows that another thread writes. What it gathered is read once its thread is gone.
 */
final class Worker {
    /**
     * So long after the last look at what the others do the next is due: what lies between windows
     * is nothing that another thread writes.
     */
    private static final long LOOK_NS = 20_000_000;

    private final RunRequest request;
    private final Share share;
    private final byte[][] bodies;
    private final Pauses pauses = new Pauses();
    private Tally tally;
    private Codec codec;
    private Cpu.Counters before;
    private Cpu cpu;
    private long endedNs;

    Worker(RunRequest request, Share share, byte[][] bodies) {
        this.request = request;
        this.share = share;
        this.bodies = bodies;
    }

    /** Takes its memory, on its own thread. */
    void prepare(Supplier<Codec> codecs) {
        tally = Tally.ofThreads(share.amount());
        codec = codecs.get();
        before = Cpu.Counters.ofThread();
    }

    /** Parses its share, unless the crew ends first. */
    void parse(Common common) {
        pauses.begin();
        if (!common.goesOn()) {
            return;
        }
        long looked = System.nanoTime();
        for (int i = 0; i < share.amount(); i++) {
            int variant = variant(i);
            Window window = one(variant);
            if (window.stop() - looked > LOOK_NS) {
                looked = window.stop();
                if (!common.goesOn()) {
                    return;
                }
            }
            pauses.look(window.start(), window.stop());
            tally.book(window.ns(), bodies[variant].length);
        }
        pauses.end();
        endedNs = System.nanoTime();
        cpu = Cpu.ofThread(before);
        common.oneIsDone();
        accompany(common);
    }

    /**
     * Goes on parsing its share, uncounted, until the others have done theirs: nobody is measured
     * beside a core that idles.
     */
    private void accompany(Common common) {
        for (int i = 0; share.amount() > 0 && !common.allAreDone() && common.goesOn(); i = (i + 1) % share.amount()) {
            one(variant(i));
        }
    }

    private int variant(int i) {
        return (share.first() + i) % bodies.length;
    }

    /** Window, comparison, release. */
    private Window one(int variant) {
        try {
            return codec.parse(bodies[variant], variant);
        } catch (RefusedException e) {
            throw Refusals.by(e, new Body(variant, bodies[variant]), request);
        }
    }

    /** What it booked; null where it could not even take its memory. */
    Tally tally() {
        return tally;
    }

    /** The collector's pauses between its first window and its last. */
    Reclaim reclaim() {
        return pauses.reclaim();
    }

    /** What its CPU did meanwhile. */
    Cpu cpu() {
        return cpu;
    }

    /** When its last object was found right, by {@link System#nanoTime}. */
    long endedNs() {
        return endedNs;
    }
}
