package testbed.engines;

import testbed.contract.Format;
import testbed.measure.Decoder;

/** A library that reads and writes one format. One file an engine; {@link EngineRegistry} lists them. */
public interface Engine {
    /** The name that requests use. */
    String name();

    /** The Maven artifact of the library. */
    String library();

    /** The version of the library that is really linked. */
    String version();

    /** The format it reads and writes. */
    Format format();

    /** A decoder bound to this type. */
    Decoder decoder(Class<?> type);

    /** An encoder bound to this type. */
    Encoder encoder(Class<?> type);
}
