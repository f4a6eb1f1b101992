package testbed.run;

import java.util.function.Consumer;
import testbed.answer.Event;
import testbed.answer.Part;
import testbed.contract.Code;
import testbed.contract.PhaseName;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.engines.RefusedException;
import testbed.engines.WritingCodec;
import testbed.measure.Payload;
import testbed.measure.Tally;
import testbed.measure.Window;
import testbed.request.RunRequest;

/** A part of a run of operation encode: objects are written in windows, and their bytes compared. */
final class Writing extends Loop {
    Writing(PhaseName name, int count, RunRequest request, long timerOverheadNs) {
        super(name, count, request, timerOverheadNs, new Tally(count, false));
    }

    /** Writes every object; {@code stopped} throws where the run is to end. */
    void run(WritingCodec codec, Payload.Firsts firsts, Runnable stopped, Consumer<Event> events) {
        surroundings.before();
        tally.look();
        startedNs = System.nanoTime();
        for (int i = 0; i < count; i++) {
            stopped.run();
            int variant = i % variants;
            Window window = write(codec, variant);
            byte[] bytes = codec.expected(variant);
            firsts.see(variant, bytes);
            surroundings.pauses().look(window.start(), window.stop());
            tally.book(window.ns(), bytes.length);
            tell(events);
            if (tally.verified() == count) {
                // Before the last scan, which comes after the last comparison.
                endedNs = System.nanoTime();
            }
            tally.look();
        }
        surroundings.after();
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
