package testbed.run;

import testbed.answer.Sent;
import testbed.contract.PhaseName;
import testbed.request.RunRequest;
import testbed.send.Pushes;

/** A part of a send: objects are written in windows, their bytes compared, and pushed. */
final class Sending extends Writing {
    private Sent sent;

    Sending(PhaseName name, int count, RunRequest request, long timerOverheadNs) {
        super(name, count, request, timerOverheadNs);
    }

    /** Writes and pushes every object, and waits for what the receiver says; its time runs from the first window to the last answer. */
    void run(WritingTools with, Pushes pushes) {
        surroundings.before();
        tally.look();
        sent = pushes.push(count, i -> with.codec().expected(i % variants).length, i -> {
            if (i == 0) {
                startedNs = System.nanoTime();
            }
            return write(i, with);
        });
        endedNs = System.nanoTime();
        surroundings.after();
    }

    /** What went over the connections. */
    Sent sent() {
        return sent;
    }
}
