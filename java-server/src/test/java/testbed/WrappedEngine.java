package testbed;

import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import testbed.contract.Format;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.engines.ForwardingEngine;
import testbed.measure.Decoder;
import testbed.measure.Encoder;
import testbed.objects.ObjectTypes;

/** An engine of the server's own whose decoders a test changes, or whose encoders. */
public final class WrappedEngine extends ForwardingEngine {
    private final UnaryOperator<Decoder> decoders;
    private final UnaryOperator<Encoder> encoders;

    public WrappedEngine(Engine engine, UnaryOperator<Decoder> decoders) {
        this(engine, decoders, UnaryOperator.identity());
    }

    public WrappedEngine(Engine engine, UnaryOperator<Decoder> decoders, UnaryOperator<Encoder> encoders) {
        super(engine);
        this.decoders = decoders;
        this.encoders = encoders;
    }

    /** The server's registry, with the engines of one format wrapped so. */
    public static Function<ObjectTypes, EngineRegistry> registry(Format format, UnaryOperator<Decoder> decoders) {
        List<Engine> engines = EngineRegistry.ENGINES.stream()
                .map(engine -> engine.format() == format ? new WrappedEngine(engine, decoders) : engine)
                .toList();
        return types -> new EngineRegistry(engines, types);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        return decoders.apply(super.decoder(type));
    }

    @Override
    public Encoder encoder(Class<?> type) {
        return encoders.apply(super.encoder(type));
    }
}
