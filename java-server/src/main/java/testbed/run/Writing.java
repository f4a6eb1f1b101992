package testbed.run;

import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.engines.RefusedException;
import testbed.engines.WritingCodec;
import testbed.measure.Window;
import testbed.request.RunRequest;

/**
 * The loop of a run of operation encode: objects are written in windows, and their bytes compared.
 */
final class Writing implements Loop {
    private final Context run;
    private final RunRequest request;
    private WritingCodec codec;

    Writing(Context run) {
        this.run = run;
        this.request = run.request();
    }

    /** Writes what is expected of each variant. */
    @Override
    public void open() {
        codec = new WritingCodec(
                request.engine().engine(), request.type(), request.size(), request.variants(), run::checkStopped);
    }

    @Override
    public void part(Figures part) {
        part.surroundings.before();
        part.tally.look();
        part.startedNs = System.nanoTime();
        for (int i = 0; i < part.count; i++) {
            write(i, part);
        }
        part.surroundings.after();
    }

    /**
     * Writes an object, and books it.
     *
     * @return the very bytes that the engine wrote
     */
    byte[] write(int i, Figures part) {
        run.checkStopped();
        int variant = i % request.variants();
        Window window = write(variant);
        byte[] bytes = codec.written();
        // As long as the run, so those that are held anyway.
        run.firsts().see(variant, codec.expected(variant));
        part.surroundings.pauses().look(window.start(), window.stop());
        part.tally.book(window.ns(), bytes.length);
        run.tellCheckpoint(part);
        if (part.tally.verified() == part.count) {
            // Before the last scan, which comes after the last comparison.
            part.endedNs = System.nanoTime();
        }
        part.tally.look();
        return bytes;
    }

    private Window write(int variant) {
        try {
            return codec.write(variant);
        } catch (RefusedException e) {
            throw new ProblemException(Problem.internal(e.getMessage()));
        }
    }

    /** The bytes that are expected of an object of this number. */
    byte[] expected(int i) {
        return codec.expected(i % request.variants());
    }

    @Override
    public Double allocatedBytes() {
        return codec.allocatedBytes();
    }
}
