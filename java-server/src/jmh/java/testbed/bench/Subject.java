package testbed.bench;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import testbed.contract.Operation;
import testbed.engines.Codec;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.engines.KnownBodies;
import testbed.guard.Guard;
import testbed.measure.Decoder;
import testbed.measure.Encoder;
import testbed.measure.Window;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/** What a benchmark parses and with what: an engine's decoder, and one body of each variant of an object type, in turn. */
final class Subject {
    private final Decoder decoder;
    private final List<? extends Record> variants;
    private final byte[][] bodies;
    private final Codec codec;
    private final Guard guard;
    private int next;

    /**
     * An engine, the server's or a priced one, and an object type by their names; every body has proved to decode to its object.
     *
     * @throws IllegalStateException where one does not
     */
    Subject(String engineName, String objectType) {
        Engine engine = Stream.concat(EngineRegistry.ENGINES.stream(), Priced.ALL.stream())
                .filter(known -> known.name().equals(engineName))
                .findFirst()
                .orElseThrow();
        ObjectType type = new ObjectTypes().named(objectType).orElseThrow();
        decoder = engine.decoder(type.type());
        codec = new Codec(engine, type, Optional.empty(), ObjectType.VARIANTS);
        guard = KnownBodies.due(engine, type, Optional.empty(), ObjectType.VARIANTS, () -> {});
        Encoder encoder = engine.encoder(type.type());
        variants = type.variants().all();
        bodies = variants.stream().map(encoder::encode).toArray(byte[][]::new);
        for (int i = 0; i < bodies.length; i++) {
            Record due = engine.operation() == Operation.DECODE
                    ? variants.get(i)
                    : type.excerpt().orElseThrow().of(variants.get(i));
            if (!due.equals(Priced.asRecord(decoder.decode(next()), due.getClass()))) {
                throw new IllegalStateException(engineName + " decodes variant " + i + " to another object");
            }
        }
    }

    Decoder decoder() {
        return decoder;
    }

    /** The next variant's body, over and over, of which the decoder is told what it holds. */
    byte[] next() {
        byte[] body = bodies[next];
        decoder.expect(variants.get(next));
        next = (next + 1) % bodies.length;
        return body;
    }

    /** The window of the next body, guarded before it, and its object compared after it, as in a run. */
    Window checked() {
        int variant = next;
        byte[] body = next();
        guard.checkDue(body, variant);
        return codec.parse(body, variant);
    }

    /** What a parse allocates, bytes, as a run says it of the same bodies; null where the JVM does not count. */
    Double allocatedBytes() {
        SortedMap<Integer, byte[]> byVariant = new TreeMap<>();
        IntStream.range(0, bodies.length).forEach(variant -> byVariant.put(variant, bodies[variant]));
        return codec.allocatedBytes(byVariant);
    }
}
