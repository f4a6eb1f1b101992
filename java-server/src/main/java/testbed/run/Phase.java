package testbed.run;

import testbed.bodies.Bodies;
import testbed.bodies.Bodies.Body;
import testbed.codings.BodyDecoder;
import testbed.codings.CodingException;
import testbed.engines.Codec;
import testbed.engines.RefusedException;
import testbed.guard.Guard;
import testbed.measure.Decoder;
import testbed.measure.Surroundings;
import testbed.measure.Tally;
import testbed.measure.Window;
import testbed.request.RunRequest;

/** A part of a run that parses: its loop, body by body. */
final class Phase {
    /**
     * So many bodies of a block are first parsed without being counted: fetching left the caches
     * and predictors of the core cold.
     */
    static final int LEAD = 64;

    private final Context run;
    private final RunRequest request;
    private final Bodies bodies;
    /** Null where bodies come in no coding. */
    private final BodyDecoder decoder;

    private final Decoder decodes;
    private final Window decoding = new Window();
    private final Guard guard;
    private final Codec codec;
    private final boolean inBlocks;
    private final int maxBlockBytes;
    private final Figures part;
    private final Tally tally;
    private final Surroundings surroundings;
    private final int count;
    private final int variants;
    /**
     * The bodies that are parsed back to back, and for how long each was waited: two arrays, since
     * a pair would be allocated an object.
     */
    private final Body[] block;

    private final long[] waited;

    /** Of a part that has not begun. */
    Phase(Context run, Bodies bodies, BodyDecoder decoder, Guard guard, Codec codec, int maxBlockBytes, Figures part) {
        this.run = run;
        this.request = run.request();
        this.bodies = bodies;
        this.decoder = decoder;
        this.decodes = decoder == null ? null : decoder::decode;
        this.guard = guard;
        this.codec = codec;
        this.inBlocks = request.block() > 1;
        this.maxBlockBytes = maxBlockBytes;
        this.part = part;
        this.tally = part.tally;
        this.surroundings = part.surroundings;
        this.count = part.count;
        this.variants = request.variants();
        this.block = new Body[Math.min(request.block(), count)];
        this.waited = new long[block.length];
    }

    /** Fetches and parses one body after the other; tells of each checkpoint as it is reached. */
    void run() {
        surroundings.before();
        tally.look();
        part.startedNs = System.nanoTime();
        bodies.begin();
        if (!inBlocks) {
            bodies.ask(count);
        }
        while (tally.verified() < count) {
            int taken = fill();
            if (inBlocks) {
                lead(taken);
                // After the lead, so that it lies beside the windows and not before the fetch.
                tally.look();
            }
            for (int i = 0; i < taken; i++) {
                // A block may hold bodies for seconds. What is looked at is one field.
                run.checkStopped();
                Window window = parse(block[i]);
                book(i, window);
                run.tellCheckpoint(part);
                if (tally.verified() == count) {
                    // Before the last scan, which comes after the last comparison.
                    part.endedNs = System.nanoTime();
                    bodies.end();
                }
                tally.look();
            }
        }
        surroundings.after();
    }

    /**
     * Fetches, decodes and guards the bodies of the next block and no others, so that no request is
     * in flight while it is parsed. Times that apart, and keeps each that is its variant's first; what
     * was waited is booked once all are there, which is neither between two requests nor between
     * two windows.
     *
     * @return how many
     */
    private int fill() {
        int taken = Math.min(block.length, count - tally.verified());
        if (inBlocks) {
            bodies.ask(taken);
        }
        long held = 0;
        for (int i = 0; i < taken; i++) {
            run.checkStopped();
            long asked = tally.booksWaits() ? System.nanoTime() : 0;
            Body body = bodies.next();
            long came = System.nanoTime();
            long whole = came;
            if (decoder != null) {
                body = decoded(body);
                whole = System.nanoTime();
            }
            held += body.bytes().length;
            if (held > maxBlockBytes) {
                throw Refusals.byBlock(maxBlockBytes, body);
            }
            // One with the bytes of its variant's first was accepted with that.
            if (!run.firsts().has(body.request() % variants, body.bytes())) {
                Refusals.guard(guard, body, request);
            }
            tally.addGuard(System.nanoTime() - whole);
            run.firsts().see(body.request() % variants, body.bytes());
            block[i] = body;
            waited[i] = came - asked;
        }
        for (int i = 0; i < taken; i++) {
            tally.addWait(waited[i]);
        }
        return taken;
    }

    /**
     * What a body holds that came in a coding, in an array of its own as one that came as it is.
     */
    private Body decoded(Body coded) {
        try {
            decoding.uncode(decodes, coded.bytes());
        } catch (CodingException e) {
            throw Refusals.byCoding(e, coded, request.bodies());
        }
        Body body = new Body(coded.request(), decoder.decoded());
        tally.addDecoding(decoding.ns(), coded.bytes().length);
        run.codedFirsts().see(coded.request() % variants, coded.bytes());
        return body;
    }

    /**
     * Parses, compares and releases the last bodies of a block once. What that took is told apart
     * and is in no other figure; a body that is refused here is refused again in its turn.
     */
    private void lead(int taken) {
        long began = System.nanoTime();
        for (int i = Math.max(0, taken - LEAD); i < taken; i++) {
            run.checkStopped();
            try {
                codec.parse(block[i].bytes(), block[i].request() % variants);
            } catch (RefusedException e) {
                // Told when those before it have been parsed.
            }
        }
        tally.addLead(System.nanoTime() - began);
    }

    /** Parses, compares and releases. */
    private Window parse(Body body) {
        try {
            return codec.parse(body.bytes(), body.request() % variants);
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
}
