package testbed.engines.partial;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import testbed.contract.Kind;
import testbed.contract.Operation;
import testbed.engines.ByHand;
import testbed.engines.Engine;

/** A library that reads three fields of an object in one format, and passes over the rest. It has a reader of each excerpt. */
abstract class PartialEngine<R> extends ByHand<R> {
    private final Kind kind;
    private final String skipped;

    /** An engine of a library, beside its format's default engine, with what it checks of the fields that it passes over. */
    PartialEngine(
            String name,
            String library,
            Kind kind,
            List<String> settings,
            String skipped,
            Engine usual,
            Map<Class<?>, R> readers) {
        super(name, library, List.of(), settings, usual, readers);
        this.kind = kind;
        this.skipped = skipped;
    }

    @Override
    public final Operation operation() {
        return Operation.PARTIAL;
    }

    @Override
    public final Optional<Kind> kind() {
        return Optional.of(kind);
    }

    @Override
    public final Optional<String> skipped() {
        return Optional.of(skipped);
    }

    /** The value of a field, which must be there. */
    static <T> T there(T value, String field) {
        if (value == null) {
            throw new IllegalArgumentException("field " + field + " is missing, or of another type");
        }
        return value;
    }
}
