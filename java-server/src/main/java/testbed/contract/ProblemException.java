package testbed.contract;

/** Carries a problem to where it is rendered. */
public final class ProblemException extends RuntimeException {
    private final transient Problem problem;

    /** Carries this problem. */
    public ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** The problem. */
    public Problem problem() {
        return problem;
    }
}
