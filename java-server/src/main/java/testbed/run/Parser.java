package testbed.run;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import testbed.bodies.Bodies.Body;
import testbed.bodies.BodyException;
import testbed.contract.Problem;
import testbed.guard.Guard;
import testbed.guard.GuardException;
import testbed.measure.Decoder;
import testbed.measure.Digest;
import testbed.measure.Window;
import testbed.request.RunRequest;
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
        this.guard = Guard.of(request.format(), request.type());
        this.decoder = request.engine().engine().decoder(request.type().type());
        this.expected = request.type().variants().subList(0, request.variants());
        this.firsts = new byte[request.variants()][];
    }

    /**
     * Guards one body.
     *
     * @throws BodyException {@code deserialize_failed} where the guard refuses it
     */
    void guard(Body body) {
        try {
            guard.check(body.bytes());
        } catch (GuardException e) {
            throw refused(body, "guard", "the guard refuses the body: " + e.getMessage());
        }
    }

    /**
     * Parses one body that passed the guard, and compares what came of it.
     *
     * @return the window, until the next one
     * @throws BodyException {@code deserialize_failed}, naming who refused the body
     */
    Window parse(Body body) {
        byte[] bytes = body.bytes();
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
        return window;
    }

    /**
     * What one parse allocates on its thread, bytes: the mean over another parse of the first body of each variant, since asking
     * inside the loop would cost as much as a small parse. Null where the JVM does not count.
     */
    Double allocatedBytes() {
        if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)
                || !threads.isThreadAllocatedMemoryEnabled()) {
            return null;
        }
        long bytes = 0;
        int bodies = 0;
        for (byte[] body : firsts) {
            if (body != null) {
                long before = threads.getCurrentThreadAllocatedBytes();
                window.parse(decoder, body);
                bytes += threads.getCurrentThreadAllocatedBytes() - before;
                bodies++;
            }
        }
        return (double) bytes / bodies;
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

    private static BodyException refused(Body body, String by, String why) {
        String detail = why + "; compare what the provider sends with providers/golden";
        Problem problem = Problem.refused(by, detail).ofBody(body.bytes().length, Digest.sha256(body.bytes()));
        return new BodyException(problem, body.request());
    }
}
