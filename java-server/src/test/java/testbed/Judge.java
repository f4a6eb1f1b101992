package testbed;

import testbed.contract.Format;
import testbed.engines.Encoder;
import testbed.engines.EngineRegistry;
import testbed.guard.Guard;
import testbed.guard.GuardException;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import tools.jackson.core.JacksonException;

/**
 * What must hold of any body whatever: the guard passes it or says which rule it breaks; the default engine then makes an object of it or
 * throws the exception that the library declares; and an object that was made can be written, passes the guard, and reads back equal.
 */
public final class Judge {
    private static final EngineRegistry ENGINES = new EngineRegistry(new ObjectTypes());

    private final ObjectType type;
    private final Guard guard;
    private final Decoder decoder;
    private final Encoder encoder;

    /** A judge of the bodies of a format and an object type; for one thread. */
    public Judge(Format format, ObjectType type) {
        this.type = type;
        this.guard = Guard.of(format, type);
        this.decoder = ENGINES.defaultOf(format).engine().decoder(type.type());
        this.encoder = ENGINES.defaultOf(format).engine().encoder(type.type());
    }

    /**
     * Who refuses a body: {@code guard}, {@code engine}, or null for nobody.
     *
     * @throws AssertionError where an object does not survive being written
     */
    public String refusedBy(byte[] body) {
        try {
            guard.check(body);
        } catch (GuardException e) {
            return "guard";
        }
        Object object;
        try {
            object = decoder.decode(body);
        } catch (JacksonException e) {
            return "engine";
        }
        byte[] written = encoder.encode(type.type().cast(object));
        guard.check(written);
        Object again = decoder.decode(written);
        if (!object.equals(again)) {
            throw new AssertionError("written and read again, " + object + " is " + again);
        }
        return null;
    }
}
