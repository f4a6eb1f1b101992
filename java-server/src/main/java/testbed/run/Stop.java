package testbed.run;

import testbed.contract.Code;
import testbed.contract.Problem;

/** Why a run ends before its time. */
enum Stop {
    CLIENT_GONE,
    SHUTTING_DOWN(
            Code.SHUTTING_DOWN,
            "the server was told to stop, which ended the run; send it again when the server is back"),
    TIMEOUT(
            Code.PROVIDER_TIMEOUT,
            "the run took longer than RUN_TIMEOUT_BASE_MS + objects x RUN_TIMEOUT_PER_OBJECT_MS; ask for less, or raise them");

    private final Problem problem;

    Stop() {
        this.problem = null;
    }

    Stop(Code code, String detail) {
        this.problem = Problem.of(code, detail);
    }

    /** What to tell the client; null where there is none any more. */
    Problem problem() {
        return problem;
    }
}
