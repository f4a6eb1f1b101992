package testbed.run;

import testbed.bodies.Bodies.Body;
import testbed.bodies.BodyException;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.RefusedBy;
import testbed.engines.RefusedException;
import testbed.guard.GuardException;
import testbed.measure.Digest;

/** Makes of a body that is refused the problem of a run, without the provider's bytes. */
final class Refusals {
    private Refusals() {}

    /** By the guard. */
    static BodyException by(GuardException guard, Body body) {
        return refused(body, RefusedBy.GUARD, "the guard refuses the body: " + guard.getMessage());
    }

    /** By the engine, or by the comparison. */
    static BodyException by(RefusedException codec, Body body) {
        return refused(body, codec.by(), codec.getMessage());
    }

    /** By the loop: the block has no room for it. */
    static BodyException byBlock(int maxBlockBytes, Body body) {
        String detail = "the bodies of a block are larger than " + maxBlockBytes
                + " bytes together; ask for a smaller block, or raise MAX_BLOCK_BYTES";
        return new BodyException(Problem.of(Code.PROVIDER_TOO_LARGE, detail), body.request());
    }

    private static BodyException refused(Body body, RefusedBy by, String why) {
        String detail = why + "; compare what was sent with providers/golden";
        Problem.Body told = new Problem.Body(body.bytes().length, Digest.sha256(body.bytes()));
        return new BodyException(Problem.refusedInRun(by, told, detail), body.request());
    }
}
