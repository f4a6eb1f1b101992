package testbed;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.contract.Kind;
import testbed.contract.Operation;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.measure.Decoder;
import testbed.measure.Encoder;
import testbed.objects.ObjectTypes;

/** An engine of the server's own whose decoders a test changes, or whose encoders. */
public record WrappedEngine(Engine engine, UnaryOperator<Decoder> decoders, UnaryOperator<Encoder> encoders)
        implements Engine {
    public WrappedEngine(Engine engine, UnaryOperator<Decoder> decoders) {
        this(engine, decoders, UnaryOperator.identity());
    }

    /** The server's registry, with the engines of one format wrapped so. */
    public static Function<ObjectTypes, EngineRegistry> registry(Format format, UnaryOperator<Decoder> decoders) {
        List<Engine> engines = EngineRegistry.ENGINES.stream()
                .map(engine -> engine.format() == format ? new WrappedEngine(engine, decoders) : engine)
                .toList();
        return types -> new EngineRegistry(engines, types);
    }

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public String library() {
        return engine.library();
    }

    @Override
    public String version() {
        return engine.version();
    }

    @Override
    public Format format() {
        return engine.format();
    }

    @Override
    public Operation operation() {
        return engine.operation();
    }

    @Override
    public Optional<Kind> kind() {
        return engine.kind();
    }

    @Override
    public Optional<String> skipped() {
        return engine.skipped();
    }

    @Override
    public List<Checks> checks() {
        return engine.checks();
    }

    @Override
    public List<String> settings() {
        return engine.settings();
    }

    @Override
    public boolean reads(Class<?> type) {
        return engine.reads(type);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        return decoders.apply(engine.decoder(type));
    }

    @Override
    public Encoder encoder(Class<?> type) {
        return encoders.apply(engine.encoder(type));
    }
}
