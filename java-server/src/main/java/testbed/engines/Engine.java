package testbed.engines;

import java.util.List;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.measure.Decoder;

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

    /** The series that it stands in. */
    List<Checks> checks();

    /** Each setting by which it differs from what its library's documentation begins with, and what it is there for. */
    List<String> settings();

    /** Whether it has a reader of this type. Who reads by hand has few. */
    default boolean reads(Class<?> type) {
        return true;
    }

    /** A decoder bound to this type. */
    Decoder decoder(Class<?> type);

    /** An encoder bound to this type. */
    Encoder encoder(Class<?> type);
}
