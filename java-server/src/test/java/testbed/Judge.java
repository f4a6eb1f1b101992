package testbed;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.contract.Operation;
import testbed.engines.CheckedEngine;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.guard.Guard;
import testbed.guard.GuardException;
import testbed.measure.Decoder;
import testbed.measure.Encoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.excerpts.NumericExcerpt;

/**
 * What must hold of any body whatever: what the guard passes, every engine reads that has a reader of the type, all to one object, which can
 * be written, passes the guard, and reads back equal; those of operation partial read its excerpt. What the guard refuses by a rule of the
 * field table, each engine with equal checks refuses by itself, too. The guard throws nothing else.
 */
public final class Judge {
    private static final EngineRegistry ENGINES = new EngineRegistry(new ObjectTypes());

    private final Format format;
    private final ObjectType type;
    private final Guard guard;
    private final Map<Engine, Decoder> all = new LinkedHashMap<>();
    private final Map<Engine, Decoder> partial = new LinkedHashMap<>();
    private final Decoder decoder;
    private final Encoder encoder;

    /** A judge of the bodies of a format and an object type; for one thread. */
    public Judge(Format format, ObjectType type) {
        this.format = format;
        this.type = type;
        this.guard = Guard.of(format, type);
        for (Checks checks : Checks.values()) {
            ENGINES.of(format, checks).stream()
                    .map(CheckedEngine::engine)
                    .filter(engine -> engine.reads(type.type()))
                    .forEach(engine -> all.put(engine, engine.decoder(type.type())));
        }
        ENGINES.namesOf(format, Operation.PARTIAL).stream()
                .map(name -> ENGINES.find(format, name).orElseThrow().engine())
                .filter(engine -> engine.reads(type.type()))
                .forEach(engine -> partial.put(engine, engine.decoder(type.type())));
        Engine usual = ENGINES.defaultOf(format).engine();
        this.decoder = all.get(usual);
        this.encoder = usual.encoder(type.type());
    }

    /**
     * Whether the guard passes a body.
     *
     * @throws AssertionError where guard and engines do not agree, or an object does not survive being written
     */
    public boolean passes(byte[] body) {
        try {
            guard.check(body);
        } catch (GuardException e) {
            if (e.isOfTheTable() && (format != Format.BSON || SoundBson.is(body)) && !enginesRefuse(body)) {
                throw new AssertionError("an engine reads what the guard refuses: " + e.getMessage());
            }
            return false;
        }
        Object object = decoder.decode(body);
        all.forEach((engine, other) -> {
            Object read = other.decode(body);
            if (!object.equals(read)) {
                throw new AssertionError(engine.name() + " reads " + read + " where another reads " + object);
            }
        });
        partial.forEach((engine, other) -> {
            Object due = type.excerpt().orElseThrow().of((Record) object);
            Object read = other.decode(body);
            if (!due.equals(read) && !due.equals(withMinusZero(engine, due, read))) {
                throw new AssertionError(engine.name() + " reads " + read + " where the excerpt is " + due);
            }
        });
        byte[] written = encoder.encode(type.type().cast(object));
        guard.check(written);
        Object again = decoder.decode(written);
        if (!object.equals(again)) {
            throw new AssertionError("written and read again, " + object + " is " + again);
        }
        return true;
    }

    /** What one engine would have read if it knew a minus zero. */
    private static Object withMinusZero(Engine engine, Object due, Object read) {
        boolean lost = engine.name().equals("fastjson2-jsonpath")
                && due instanceof NumericExcerpt excerpt
                && Double.valueOf(-0.0).equals(excerpt.latitude());
        return lost
                        && read instanceof NumericExcerpt numeric
                        && Double.valueOf(0.0).equals(numeric.latitude())
                ? new NumericExcerpt(numeric.id(), numeric.numbr(), -0.0)
                : read;
    }

    /** Whether every engine with equal checks refuses a body by itself. */
    public boolean enginesRefuse(byte[] body) {
        return all.entrySet().stream()
                .filter(one -> one.getKey().checks().contains(Checks.EQUAL))
                .allMatch(one -> refuses(one.getValue(), body));
    }

    /** Has each engine of operation partial read a body that no guard has seen: it may refuse it, and throw nothing that its callers do not catch. */
    public void readInPart(byte[] body) {
        partial.values().forEach(decoder -> refuses(decoder, body));
    }

    /**
     * Has each engine read a body that no guard has seen.
     *
     * @throws AssertionError where one reads what, once written, does not come back as the same bytes
     */
    public void survives(byte[] body) {
        all.forEach((engine, one) -> {
            Object read;
            try {
                read = one.decode(body);
            } catch (RuntimeException e) {
                return; // it refuses the body
            }
            byte[] written = encoder.encode(type.type().cast(read));
            // Records with a NaN may differ; their bytes do not.
            if (!Arrays.equals(written, encoder.encode(type.type().cast(one.decode(written))))) {
                throw new AssertionError(engine.name() + " does not read what is written of " + read);
            }
        });
    }

    private static boolean refuses(Decoder decoder, byte[] body) {
        try {
            decoder.decode(body);
            return false;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return true; // such a body may do anything to a library that has no guard before it
        }
    }
}
