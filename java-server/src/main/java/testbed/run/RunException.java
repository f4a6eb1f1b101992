package testbed.run;

import testbed.contract.Problem;

/** A request of a run brought no usable body, or a body that is refused. */
final class RunException extends RuntimeException {
    private final transient Problem problem;
    private final int request;

    RunException(Problem problem, int request) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
        this.request = request;
    }

    Problem problem() {
        return problem;
    }

    /** Which request of its phase, from 0. */
    int request() {
        return request;
    }
}
