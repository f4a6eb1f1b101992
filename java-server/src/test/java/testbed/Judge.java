package testbed;

import testbed.contract.Format;
import testbed.engines.Encoder;
import testbed.engines.EngineRegistry;
import testbed.guard.Guard;
import testbed.guard.GuardException;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/**
 * What must hold of any body whatever: what the guard passes, the default engine reads, and the object can be written, passes the guard,
 * and reads back equal. What the guard refuses by a rule of the field table, the engine refuses by itself, too. The guard throws
 * nothing else.
 */
public final class Judge {
    private static final EngineRegistry ENGINES = new EngineRegistry(new ObjectTypes());

    private final Format format;
    private final ObjectType type;
    private final Guard guard;
    private final Decoder decoder;
    private final Encoder encoder;

    /** A judge of the bodies of a format and an object type; for one thread. */
    public Judge(Format format, ObjectType type) {
        this.format = format;
        this.type = type;
        this.guard = Guard.of(format, type);
        this.decoder = ENGINES.defaultOf(format).engine().decoder(type.type());
        this.encoder = ENGINES.defaultOf(format).engine().encoder(type.type());
    }

    /**
     * Whether the guard passes a body.
     *
     * @throws AssertionError where guard and engine do not agree, or an object does not survive being written
     */
    public boolean passes(byte[] body) {
        try {
            guard.check(body);
        } catch (GuardException e) {
            if (e.isOfTheTable() && (format != Format.BSON || SoundBson.is(body)) && !engineRefuses(body)) {
                throw new AssertionError("the engine reads what the guard refuses: " + e.getMessage());
            }
            return false;
        }
        Object object = decoder.decode(body);
        byte[] written = encoder.encode(type.type().cast(object));
        guard.check(written);
        Object again = decoder.decode(written);
        if (!object.equals(again)) {
            throw new AssertionError("written and read again, " + object + " is " + again);
        }
        return true;
    }

    /** Whether the engine refuses a body by itself. */
    public boolean engineRefuses(byte[] body) {
        try {
            decoder.decode(body);
            return false;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return true; // such a body may do anything to a library that has no guard before it
        }
    }
}
