package testbed.run;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import testbed.answer.Event;
import testbed.contract.Code;
import testbed.request.RunRequest;

/**
 * What the server's log says of runs: a line each, written before the next may begin, so that it
 * disturbs nobody's windows.
 */
final class Log {
    private static final Logger LOG = LoggerFactory.getLogger(Log.class);

    private Log() {}

    /**
     * Writes how a run ended. Nothing in it is a stranger's text: names are those of the server's
     * own lists, and a problem's detail quotes no body.
     */
    static void ended(RunRequest request, Event last, long tookNs) {
        Code code = last instanceof Event.Failed failed ? failed.problem().code() : null;
        LOG.atLevel(level(last, code))
                .addKeyValue("code", code == null ? null : code.word())
                .addKeyValue("operation", request.operation().word())
                .addKeyValue("way", request.way().word())
                .addKeyValue("format", request.format().word())
                .addKeyValue("object_type", request.type().name())
                .addKeyValue("engine", request.engine().engine().name())
                .addKeyValue("warmup", request.warmup())
                .addKeyValue("amount", request.amount())
                .addKeyValue("ms", tookNs / 1_000_000)
                .log(message(last));
    }

    private static Level level(Event last, Code code) {
        if (last instanceof Event.Done) {
            return Level.INFO;
        }
        return code == Code.INTERNAL ? Level.ERROR : Level.WARN;
    }

    private static String message(Event last) {
        if (last instanceof Event.Failed failed) {
            return "a run failed: " + failed.problem().detail();
        }
        return last instanceof Event.Done ? "a run ended" : "a run ended as its client left";
    }
}
