package testbed.run;

import testbed.bodies.Bodies.Body;
import testbed.bodies.BodyException;
import testbed.codings.CodingException;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.RefusedBy;
import testbed.engines.RefusedException;
import testbed.guard.Guard;
import testbed.guard.GuardException;
import testbed.measure.Digest;
import testbed.request.RunRequest;
import testbed.request.Supply;

/** Makes of a body that is refused the problem of a run, without the provider's bytes. */
final class Refusals {
    private Refusals() {}

    /** By the coding that the run asked for, whose body it is not, or in which it is too large. */
    static BodyException byCoding(CodingException why, Body body, Supply supply) {
        String coding = supply.coding().orElseThrow().word();
        String detail = "the body of the provider at " + supply.provider() + " is not " + coding
                + " as this server takes it: " + why.getMessage()
                + "; check that provider_url names a server of this testbed";
        Problem problem = why.isTooLarge()
                ? Problem.of(Code.PROVIDER_TOO_LARGE, detail + ", or raise MAX_OBJECT_BYTES")
                : Problem.refusedInRun(RefusedBy.CODING, told(body), detail);
        return new BodyException(problem, body.request());
    }

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
        return new BodyException(Problem.refusedInRun(by, told(body), detail), body.request());
    }

    private static Problem.Body told(Body body) {
        return new Problem.Body(body.bytes().length, Digest.sha256(body.bytes()));
    }
}
