package testbed.run;

import testbed.answer.Part;
import testbed.contract.Code;
import testbed.contract.PhaseName;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.engines.RefusedException;
import testbed.engines.WritingCodec;
import testbed.measure.Tally;
import testbed.measure.Window;
import testbed.request.RunRequest;

/** A part of a run of operation encode: objects are written in windows, and their bytes compared. */
class Writing extends Loop {
    Writing(PhaseName name, int count, RunRequest request, long timerOverheadNs) {
        super(name, count, request, timerOverheadNs, new Tally(count, false));
    }

    /** Writes every object. */
    void run(WritingTools with) {
        surroundings.before();
        tally.look();
        startedNs = System.nanoTime();
        for (int i = 0; i < count; i++) {
            write(i, with);
        }
        surroundings.after();
    }

    /**
     * Writes an object, and books it.
     *
     * @return the very bytes that the engine wrote
     */
    final byte[] write(int i, WritingTools with) {
        with.stopped().run();
        int variant = i % variants;
        Window window = write(with.codec(), variant);
        byte[] bytes = with.codec().written();
        // As long as the run, so those that are held anyway.
        with.firsts().see(variant, with.codec().expected(variant));
        surroundings.pauses().look(window.start(), window.stop());
        tally.book(window.ns(), bytes.length);
        tell(with.events());
        if (tally.verified() == count) {
            // Before the last scan, which comes after the last comparison.
            endedNs = System.nanoTime();
        }
        tally.look();
        return bytes;
    }

    private static Window write(WritingCodec codec, int variant) {
        try {
            return codec.write(variant);
        } catch (RefusedException e) {
            throw new ProblemException(Problem.of(Code.INTERNAL, e.getMessage()));
        }
    }

    @Override
    Part part() {
        return Part.of(name, tally, surroundings, endedNs - startedNs, timerOverheadNs, null, null);
    }
}
