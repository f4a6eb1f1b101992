package testbed.run;

import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.request.Way;

/** Why a run ends before its time. */
enum Stop {
    CLIENT_GONE,
    SHUTTING_DOWN,
    TIMEOUT;

    /** What to tell the client of a run; null where there is none any more. */
    Problem problem(Way way) {
        return switch (this) {
            case CLIENT_GONE -> null;
            case SHUTTING_DOWN ->
                Problem.of(
                        Code.SHUTTING_DOWN,
                        "the server was told to stop, which ended the run; send it again when the server is back");
            case TIMEOUT ->
                Problem.of(
                        way.timeout(),
                        "the run took longer than RUN_TIMEOUT_BASE_MS + objects x RUN_TIMEOUT_PER_OBJECT_MS; ask for less, or raise them");
        };
    }
}
