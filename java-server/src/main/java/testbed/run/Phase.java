package testbed.run;

import java.util.List;
import testbed.answer.Part;
import testbed.bodies.Bodies.Body;
import testbed.contract.PhaseName;
import testbed.engines.RefusedException;
import testbed.guard.Guard;
import testbed.guard.GuardException;
import testbed.measure.Cores;
import testbed.measure.Tally;
import testbed.measure.Window;
import testbed.request.RunRequest;

/** A part of a run that parses: its loop, body by body. */
final class Phase extends Loop {
    /** So many bodies of a block are first parsed without being counted: fetching left the caches and predictors of the core cold. */
    static final int LEAD = 64;

    private final RunRequest request;
    private final boolean inBlocks;
    private final int threads;
    private final int maxBlockBytes;
    /** The bodies that are parsed back to back, and for how long each was waited: two arrays, since a pair would be allocated an object. */
    private final Body[] block;

    private final long[] waited;
    private int connections;
    private Cores cores;

    Phase(PhaseName name, int count, RunRequest request, int maxBlockBytes, long timerOverheadNs) {
        super(name, count, request, timerOverheadNs, tally(count, request));
        this.request = request;
        this.inBlocks = request.block() > 1;
        this.threads = request.threads();
        this.maxBlockBytes = maxBlockBytes;
        this.block = new Body[Math.min(request.block(), count)];
        this.waited = new long[block.length];
    }

    private static Tally tally(int count, RunRequest request) {
        return request.threads() > 0 ? Tally.ofThreads(count) : new Tally(count, request.waits());
    }

    /** Fetches and parses every object. */
    void run(Tools with) {
        if (threads > 0) {
            together(with);
        } else {
            inTurn(with);
        }
        connections = with.bodies().connections();
    }

    /** One body after the other, on the run's thread; tells of each checkpoint as it is reached. */
    private void inTurn(Tools with) {
        surroundings.before();
        tally.look();
        startedNs = System.nanoTime();
        with.bodies().begin();
        if (!inBlocks) {
            with.bodies().ask(count);
        }
        while (tally.verified() < count) {
            int taken = fill(with);
            if (inBlocks) {
                lead(taken, with);
                // After the lead, so that it lies beside the windows and not before the fetch.
                tally.look();
            }
            for (int i = 0; i < taken; i++) {
                // A block may hold bodies for seconds. What is looked at is one field.
                with.stopped().run();
                Window window = parse(block[i], with);
                book(i, window);
                tell(with.events());
                if (tally.verified() == count) {
                    // Before the last scan, which comes after the last comparison.
                    endedNs = System.nanoTime();
                    with.bodies().end();
                }
                tally.look();
            }
        }
        surroundings.after();
    }

    /** By several threads at once. All bodies are there, and guarded, before the threads begin. */
    private void together(Tools with) {
        List<Share> shares = Share.of(count, threads, variants);
        Crew crew = new Crew(request, shares, guarded(shares, with), with.codecs(), with.stopped());
        try (crew) {
            crew.ready();
            surroundings.before();
            startedNs = System.nanoTime();
            crew.parse();
            surroundings.after(crew.cpus(), crew.reclaims());
            endedNs = crew.endedNs();
            cores = Cores.of(crew.tallies(), crew.reclaims());
        } finally {
            crew.tallies().forEach(tally::add);
        }
    }

    /** The body of each variant. Those that a share uses are guarded and kept for the digest. */
    private byte[][] guarded(List<Share> shares, Tools with) {
        byte[][] bodies = new byte[variants][];
        with.bodies().begin();
        with.bodies().ask(variants);
        for (int i = 0; i < variants; i++) {
            Body body = with.bodies().next();
            int variant = body.request();
            bodies[variant] = body.bytes();
            if (shares.stream().anyMatch(share -> share.uses(variant, variants))) {
                long began = System.nanoTime();
                guard(body, with.guard());
                tally.addGuard(System.nanoTime() - began);
                with.firsts().see(variant, body.bytes());
            }
        }
        return bodies;
    }

    /**
     * Fetches and guards the bodies of the next block and no others, so that no request is in flight while it is parsed. Times that
     * apart, and keeps each that is its variant's first; what was waited is
     * booked once all are there, which is neither between two requests nor between two windows.
     *
     * @return how many
     */
    private int fill(Tools with) {
        int taken = Math.min(block.length, count - tally.verified());
        if (inBlocks) {
            with.bodies().ask(taken);
        }
        long held = 0;
        for (int i = 0; i < taken; i++) {
            with.stopped().run();
            long asked = tally.booksWaits() ? System.nanoTime() : 0;
            Body body = with.bodies().next();
            long came = System.nanoTime();
            held += body.bytes().length;
            if (held > maxBlockBytes) {
                throw Refusals.byBlock(maxBlockBytes, body);
            }
            // One with the bytes of its variant's first was accepted with that.
            if (!with.firsts().has(body.request() % variants, body.bytes())) {
                guard(body, with.guard());
            }
            tally.addGuard(System.nanoTime() - came);
            with.firsts().see(body.request() % variants, body.bytes());
            block[i] = body;
            waited[i] = came - asked;
        }
        for (int i = 0; i < taken; i++) {
            tally.addWait(waited[i]);
        }
        return taken;
    }

    private void guard(Body body, Guard guard) {
        try {
            guard.check(body.bytes());
        } catch (GuardException e) {
            throw Refusals.by(e, body, request);
        }
    }

    /**
     * Parses, compares and releases the last bodies of a block once. What that took is told apart and is in no other figure; a body that
     * is refused here is refused again in its turn.
     */
    private void lead(int taken, Tools with) {
        long began = System.nanoTime();
        for (int i = Math.max(0, taken - LEAD); i < taken; i++) {
            with.stopped().run();
            try {
                with.codec().parse(block[i].bytes(), block[i].request() % variants);
            } catch (RefusedException e) {
                // Told when those before it have been parsed.
            }
        }
        tally.addLead(System.nanoTime() - began);
    }

    /** Parses, compares and releases. */
    private Window parse(Body body, Tools with) {
        try {
            return with.codec().parse(body.bytes(), body.request() % variants);
        } catch (RefusedException e) {
            throw Refusals.by(e, body, request);
        }
    }

    /** Books an object that was found right, and lets go of its body. */
    private void book(int i, Window window) {
        surroundings.pauses().look(window.start(), window.stop());
        tally.book(window.ns(), block[i].bytes().length);
        block[i] = null;
    }

    @Override
    Part part() {
        return Part.of(name, tally, surroundings, endedNs - startedNs, timerOverheadNs, connections, cores);
    }
}
