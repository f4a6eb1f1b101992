package testbed.engines;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.contract.Rules;
import testbed.guard.Guard;
import testbed.measure.Digest;
import testbed.measure.Encoder;
import testbed.objects.ObjectType;
import testbed.objects.Size;

/**
 * Makes guards. One of a format whose bodies are not walked is told those of variants, as this server writes them, each held to the
 * digests that are published.
 */
public final class KnownBodies {
    /** What the bodies of a run may be together, bytes. */
    private static final int MOST = 32 << 20;

    private KnownBodies() {}

    /**
     * For the bodies of a run, of a size or the type's own. {@code between} is called before each is written, and ends it by what it throws.
     *
     * @throws ProblemException {@code invalid_request} where they are too large together, {@code internal} where they are others than those
     *     that are published
     */
    public static Guard due(Engine engine, ObjectType type, Optional<Size> size, int variants, Runnable between) {
        if (engine.format().rules() != Rules.KNOWN) {
            return Guard.of(engine.format(), type);
        }
        Encoder encoder = engine.encoder(type.type());
        List<byte[]> bodies = new ArrayList<>();
        long bytes = 0;
        for (int index = 0;
                index < size.map(of -> Math.max(variants, ObjectType.JOINED)).orElse(variants);
                index++) {
            between.run();
            byte[] body = encoder.encode(type.variants(size).get(index));
            bytes += body.length;
            if (bytes > MOST) {
                throw new ProblemException(Problem.invalid(
                        "variants",
                        "the bodies of " + variants + " variants of " + type.name() + " are larger than " + MOST
                                + " bytes together; ask for fewer variants"));
            }
            bodies.add(body);
        }
        if (size.isPresent()) {
            byte[][] joined = bodies.subList(0, ObjectType.JOINED).toArray(byte[][]::new);
            Optional<String> published = type.digest(engine.format().lowerCase(), size.get());
            hold(published, type.name() + " of " + size.get().word(), joined);
        } else {
            List<String> published = type.digests(engine.format().lowerCase());
            for (int index = 0; index < variants; index++) {
                hold(Optional.of(published.get(index)), "variant " + index + " of " + type.name(), bodies.get(index));
            }
        }
        return Guard.knowing(bodies.subList(0, variants).toArray(byte[][]::new));
    }

    private static void hold(Optional<String> published, String what, byte[]... bodies) {
        if (!published.equals(Optional.of(Digest.sha256(bodies)))) {
            throw new ProblemException(Problem.internal(
                    "this server writes other bytes of " + what + " than providers/golden has the digest of"));
        }
    }

    /** For one body, which may be any variant's without a size: it is told the one whose published digest is the body's, if there is one. */
    public static Guard any(Engine engine, ObjectType type, byte[] body) {
        if (engine.format().rules() != Rules.KNOWN) {
            return Guard.of(engine.format(), type);
        }
        int index = type.digests(engine.format().lowerCase()).indexOf(Digest.sha256(body));
        return index < 0
                ? Guard.knowing()
                : Guard.knowing(
                        engine.encoder(type.type()).encode(type.variants().get(index)));
    }
}
