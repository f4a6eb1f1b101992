package testbed.run;

import java.util.List;
import testbed.Problem;
import testbed.engines.Decoder;
import testbed.guard.Guard;
import testbed.guard.GuardException;
import testbed.run.Bodies.Body;
import tools.jackson.core.JacksonException;

/** What a run does with a body: guard, window, comparison. Its engine and type are chosen before the loop. */
final class Parser {
    private final Guard guard;
    private final Decoder decoder;
    private final List<?> expected;
    private final byte[][] firsts;
    private final Window window = new Window();

    /** A parser for the request's engine, type and variants. */
    Parser(RunRequest request) {
        this.guard = Guard.of(request.format());
        this.decoder = request.engine().engine().decoder(request.type().type());
        this.expected = request.type().variants().subList(0, request.variants());
        this.firsts = new byte[request.variants()][];
    }

    /**
     * Parses one body.
     *
     * @return how long its window took, in ns
     * @throws RunException {@code deserialize_failed}, naming who refused the body
     */
    long parse(Body body) {
        byte[] bytes = body.bytes();
        try {
            guard.check(bytes);
        } catch (GuardException e) {
            throw refused(body, "guard", "the guard refuses the body: " + e.getMessage());
        }
        try {
            window.parse(decoder, bytes);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw refused(body, "engine", "the engine refuses the body: " + describe(e));
        }
        int variant = body.request() % expected.size();
        if (!expected.get(variant).equals(window.object())) {
            throw refused(body, "comparison", "the body decodes to another object than variant " + variant);
        }
        if (firsts[variant] == null) {
            firsts[variant] = bytes;
        }
        return window.ns();
    }

    /** The digest of the first body of each variant, joined in order of index. */
    String sha256() {
        return Digest.sha256(firsts);
    }

    /** What failed and where, without the provider's bytes, which a library's message may quote. */
    private static String describe(Throwable e) {
        String where = e instanceof JacksonException jackson && jackson.getLocation() != null
                ? " at byte " + jackson.getLocation().getByteOffset()
                : "";
        return e.getClass().getSimpleName() + where;
    }

    private static RunException refused(Body body, String by, String why) {
        String detail = why + "; compare what the provider sends with providers/golden";
        Problem problem = Problem.refused(by, detail).ofBody(body.bytes().length, Digest.sha256(body.bytes()));
        return new RunException(problem, body.request());
    }
}
