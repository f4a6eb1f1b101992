package testbed.measure;

/** An object in, its canonical bytes out; bound to one engine and one object type. */
@FunctionalInterface
public interface Encoder {
    /** Encodes one object of the type that the encoder is bound to. */
    byte[] encode(Object object);
}
