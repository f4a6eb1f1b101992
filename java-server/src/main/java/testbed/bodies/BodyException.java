package testbed.bodies;

import testbed.contract.Problem;

/** A request of a run brought no usable body, or a body that is refused. */
public final class BodyException extends RuntimeException {
    private final transient Problem problem;
    private final int request;

    /** Of this request of its phase, from 0. */
    public BodyException(Problem problem, int request) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
        this.request = request;
    }

    /** What became of it. */
    public Problem problem() {
        return problem;
    }

    /** Which request of its phase, from 0. */
    public int request() {
        return request;
    }
}
