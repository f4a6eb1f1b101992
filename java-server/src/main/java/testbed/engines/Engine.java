package testbed.engines;

import java.util.List;
import java.util.Optional;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.contract.Kind;
import testbed.contract.Operation;
import testbed.measure.Decoder;
import testbed.measure.Encoder;

/** A library that reads and writes one format. One file an engine; {@link EngineRegistry} lists them. */
public interface Engine {
    /** The name that requests use. */
    String name();

    /** The Maven artifact of the library; the server's own where it is of none. */
    String library();

    /** The version of the library that is really linked. */
    String version();

    /** The format it reads and writes. */
    Format format();

    /** What it does in the window; it takes part in runs of this operation alone. */
    default Operation operation() {
        return Operation.DECODE;
    }

    /** How it comes to three fields, where its operation is partial; what it writes, where it is encode. */
    default Optional<Kind> kind() {
        return Optional.empty();
    }

    /** What it checks of the fields that are not in the excerpt, where its operation is partial. */
    default Optional<String> skipped() {
        return Optional.empty();
    }

    /** The series that it is in. */
    List<Checks> checks();

    /** Each setting by which it differs from what its library's documentation begins with, and what it is there for. */
    List<String> settings();

    /**
     * What its library's writer has set up beyond what the documentation begins with, where that is timed, too: it writes the canonical bytes.
     * Empty where another library writes.
     */
    default Optional<List<String>> writer() {
        return Optional.empty();
    }

    /** Whether it has a reader of this type. Who reads by hand has few. */
    default boolean reads(Class<?> type) {
        return true;
    }

    /** A decoder bound to this type: of its objects, or of their excerpts where the operation is partial. */
    Decoder decoder(Class<?> type);

    /** An encoder bound to this type. */
    Encoder encoder(Class<?> type);
}
