package testbed.engines;

import java.util.Optional;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;

/** What an engine must prove of an object type before it is timed: it decodes the golden, and reads back what it writes. */
final class GoldenCheck {
    private GoldenCheck() {}

    /** Why the engine fails for the type; empty where it does not. */
    static Optional<String> failure(Engine engine, ObjectType type) {
        Object expected = type.variants().get(0);
        try {
            Decoder decoder = engine.decoder(type.type());
            if (!expected.equals(decoder.decode(type.golden(engine.format().lowerCase())))) {
                return Optional.of(type.name() + ": decodes the golden to another object");
            }
            if (!expected.equals(decoder.decode(engine.encoder(type.type()).encode(expected)))) {
                return Optional.of(type.name() + ": does not read back what it writes");
            }
            return Optional.empty();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return Optional.of(type.name() + ": refuses the golden: " + e.getMessage());
        }
    }
}
