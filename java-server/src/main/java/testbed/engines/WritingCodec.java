package testbed.engines;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import testbed.contract.Operation;
import testbed.contract.RefusedBy;
import testbed.measure.Allocated;
import testbed.measure.Encoder;
import testbed.measure.Window;
import testbed.objects.ObjectType;
import testbed.objects.Size;

/** A writer bound to an object type, with the window that it is timed in. Chosen before the loop of a run; for one thread. */
public final class WritingCodec {
    private final Encoder encoder;
    private final List<? extends Record> objects;
    private final byte[][] expected;
    private final Window window = new Window();

    /** Binds an engine to a type, of which so many variants of a size, or of none, are written; writes each once, which is what is expected. */
    public WritingCodec(Engine engine, ObjectType type, Optional<Size> size, int variants) {
        this(engine, type, size, variants, () -> {});
    }

    /** The same, which can take seconds: {@code between} is called before each is written, and ends it by what it throws. */
    public WritingCodec(Engine engine, ObjectType type, Optional<Size> size, int variants, Runnable between) {
        this.encoder = engine.encoder(type.type());
        List<Record> made = new ArrayList<>();
        this.expected = new byte[variants][];
        for (int index = 0; index < variants; index++) {
            between.run();
            made.add(type.variants(size).get(index));
            expected[index] = encoder.encode(made.get(index));
        }
        this.objects = List.copyOf(made);
    }

    /** The bytes that are expected of a variant. */
    public byte[] expected(int variant) {
        return expected[variant];
    }

    /**
     * Writes one object, and compares its bytes.
     *
     * @return the window, until the next one
     * @throws RefusedException says who refuses it
     */
    public Window write(int variant) {
        try {
            window.write(encoder, objects.get(variant));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new RefusedException(
                    RefusedBy.ENGINE,
                    "the engine cannot write variant " + variant + ": "
                            + e.getClass().getSimpleName());
        }
        if (!Arrays.equals(expected[variant], written())) {
            throw new RefusedException(
                    RefusedBy.COMPARISON, "the engine " + Operation.ENCODE.mismatch() + " of variant " + variant);
        }
        return window;
    }

    /** The very bytes that the last window made. */
    public byte[] written() {
        return (byte[]) window.object();
    }

    /** What one write allocates on its thread, bytes, as {@link Codec#allocatedBytes} says it of a parse. */
    public Double allocatedBytes() {
        int writes = Math.min(expected.length, Codec.ALLOCATION_BODIES);
        return Allocated.mean(writes, i -> window.write(encoder, objects.get(i * expected.length / writes)));
    }
}
