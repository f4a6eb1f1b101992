package testbed.run;

import testbed.bodies.Bodies.Body;
import testbed.bodies.BodyException;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.RefusedBy;
import testbed.engines.RefusedException;
import testbed.guard.Guard;
import testbed.guard.GuardException;
import testbed.measure.Digest;
import testbed.request.RunRequest;

/** Makes of a body that is refused the problem of a run, without the provider's bytes. */
final class Refusals {
    private Refusals() {}

    /** Passes over a body that is not hostile. */
    static void guard(Guard guard, Body body, RunRequest request) {
        try {
            guard.checkDue(body.bytes(), body.request() % request.variants());
        } catch (GuardException e) {
            throw refused(body, RefusedBy.GUARD, "the guard refuses the body: " + e.getMessage(), request);
        }
    }

    /** By the engine, or by the comparison. */
    static BodyException by(RefusedException codec, Body body, RunRequest request) {
        return refused(body, codec.by(), codec.getMessage(), request);
    }

    /** By the loop: the block has no room for it. */
    static BodyException byBlock(int maxBlockBytes, Body body) {
        String detail = "the bodies of a block are larger than " + maxBlockBytes
                + " bytes together; ask for a smaller block, or raise MAX_BLOCK_BYTES";
        return new BodyException(Problem.of(Code.PROVIDER_TOO_LARGE, detail), body.request());
    }

    private static BodyException refused(Body body, RefusedBy by, String why, RunRequest request) {
        String size = request.size().map(named -> "?size=" + named.word()).orElse("");
        String path = "/decode/" + request.format() + "/" + request.type().name() + size;
        String detail = why + "; POST the same bytes to " + path + " to look into it";
        Problem.Body told = new Problem.Body(body.bytes().length, Digest.sha256(body.bytes()));
        return new BodyException(Problem.refusedInRun(by, told, detail), body.request());
    }
}
