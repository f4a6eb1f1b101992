package testbed.engines;

import java.util.List;
import java.util.Optional;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.contract.Kind;
import testbed.contract.Operation;
import testbed.measure.Decoder;
import testbed.measure.Encoder;

/** An engine that is another one in all that a subclass does not change. */
public abstract class ForwardingEngine implements Engine {
    private final Engine engine;

    /** The same as this engine. */
    protected ForwardingEngine(Engine engine) {
        this.engine = engine;
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
    public Optional<List<String>> writer() {
        return engine.writer();
    }

    @Override
    public boolean reads(Class<?> type) {
        return engine.reads(type);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        return engine.decoder(type);
    }

    @Override
    public Encoder encoder(Class<?> type) {
        return engine.encoder(type);
    }
}
