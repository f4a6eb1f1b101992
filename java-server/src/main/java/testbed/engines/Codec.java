package testbed.engines;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;
import testbed.contract.Operand;
import testbed.contract.Operation;
import testbed.contract.RefusedBy;
import testbed.measure.Allocated;
import testbed.measure.Decoder;
import testbed.measure.Window;
import testbed.objects.ObjectType;
import testbed.objects.Size;
import tools.jackson.core.JacksonException;

/** An engine bound to an object type, with the window that it is timed in. Chosen before the loop of a run; for one thread. */
public final class Codec {
    /** So many bodies show what a parse allocates; all of 1,024 would take as long as a short run. */
    static final int ALLOCATION_BODIES = 64;

    private final Decoder decoder;
    private final Operation operation;
    private final List<?> expected;
    private final Window window = new Window();

    /** Binds an engine to a type, of which so many variants of a size, or of none, come; loads them. */
    public Codec(Engine engine, ObjectType type, Optional<Size> size, int variants) {
        this(engine, type, size, variants, () -> {});
    }

    /** The same, which can take seconds: {@code between} is called before each is loaded, and ends it by what it throws. */
    public Codec(Engine engine, ObjectType type, Optional<Size> size, int variants, Runnable between) {
        this.decoder = engine.decoder(type.type());
        this.operation = engine.operation();
        this.expected = IntStream.range(0, variants)
                .mapToObj(index -> {
                    between.run();
                    return due(operation, type, type.variants(size).get(index));
                })
                .toList();
    }

    /** What a decoder makes of an object's bytes; that of a writer makes the whole object. */
    private static Record due(Operation operation, ObjectType type, Record object) {
        return switch (operation.makes()) {
            case OBJECT, BYTES -> object;
            case EXCERPT -> type.excerpt().orElseThrow().of(object);
        };
    }

    /**
     * What an engine must prove of a type before it is timed: it decodes the golden, and reads back what it writes; or it reads the golden's
     * excerpt.
     *
     * @return why it fails; empty where it does not
     */
    static Optional<String> failure(Engine engine, ObjectType type) {
        Object expected = due(engine.operation(), type, type.canonical());
        Operand makes = engine.operation().makes();
        try {
            Decoder decoder = engine.decoder(type.type());
            decoder.expect(expected);
            if (!expected.equals(decoder.decode(type.golden(engine.format().lowerCase())))) {
                return Optional.of(type.name()
                        + switch (makes) {
                            case OBJECT, BYTES -> ": decodes the golden to another object";
                            case EXCERPT -> ": reads another excerpt from the golden";
                        });
            }
            if (makes == Operand.BYTES
                    && !Arrays.equals(
                            type.golden(engine.format().lowerCase()),
                            engine.encoder(type.type()).encode(expected))) {
                return Optional.of(type.name() + ": writes other bytes than the golden ones");
            }
            if (makes == Operand.OBJECT
                    && !expected.equals(
                            decoder.decode(engine.encoder(type.type()).encode(expected)))) {
                return Optional.of(type.name() + ": does not read back what it writes");
            }
            return Optional.empty();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError | LinkageError e) {
            return Optional.of(type.name() + ": refuses the golden: " + e.getMessage());
        }
    }

    /**
     * Parses one body that passed the guard, and compares what came of it.
     *
     * @return the window, until the next one
     * @throws RefusedException says who refuses the body
     */
    public Window parse(byte[] body, int variant) {
        Object due = expected.get(variant);
        decoder.expect(due);
        try {
            window.parse(decoder, body);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new RefusedException(RefusedBy.ENGINE, "the engine refuses the body: " + describe(e));
        }
        if (!due.equals(window.object())) {
            throw new RefusedException(
                    RefusedBy.COMPARISON, "the body " + operation.mismatch() + " than variant " + variant);
        }
        return window;
    }

    /**
     * What one parse allocates on its thread, bytes: the mean over another parse of 64 of these bodies, by variant, at most, evenly spread, since
     * asking inside the loop would cost as much as a small parse. Null where the JVM does not count.
     */
    public Double allocatedBytes(SortedMap<Integer, byte[]> bodies) {
        List<Integer> variants = List.copyOf(bodies.keySet());
        int parses = Math.min(variants.size(), ALLOCATION_BODIES);
        return Allocated.mean(parses, i -> {
            int variant = variants.get(i * variants.size() / parses);
            decoder.expect(expected.get(variant));
            window.parse(decoder, bodies.get(variant));
        });
    }

    /** What failed and where, without the provider's bytes, which a library's message may quote. */
    private static String describe(Throwable e) {
        String where = e instanceof JacksonException jackson && jackson.getLocation() != null
                ? " at byte " + jackson.getLocation().getByteOffset()
                : "";
        return e.getClass().getSimpleName() + where;
    }
}
