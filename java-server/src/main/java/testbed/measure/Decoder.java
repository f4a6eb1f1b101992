package testbed.measure;

/** Bytes in, an owned and fully typed object out; bound to one engine and one object type, and chosen before the loop of a run. */
@FunctionalInterface
public interface Decoder {
    /**
     * Decodes one whole body.
     *
     * @throws RuntimeException where the library refuses the bytes; a hostile body may also raise
     *     {@link StackOverflowError} or {@link OutOfMemoryError}, which callers treat alike
     */
    Object decode(byte[] body);

    /** Is told before a window of a run what the body holds. Who parses has no use for it; a floor builds that object. */
    default void expect(Object object) {}
}
