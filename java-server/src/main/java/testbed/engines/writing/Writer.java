package testbed.engines.writing;

import java.util.List;
import java.util.Optional;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.contract.Kind;
import testbed.contract.Operation;
import testbed.engines.Engine;
import testbed.measure.Decoder;
import testbed.measure.Encoder;

/** An engine as a writer of objects: the same library, timed as it writes their canonical bytes. */
public final class Writer implements Engine {
    private final Engine engine;
    private final List<String> settings;

    private Writer(Engine engine, List<String> settings) {
        this.engine = engine;
        this.settings = settings;
    }

    /** Those of some engines whose own library's writer is timed. */
    public static List<Engine> of(List<Engine> engines) {
        return engines.stream()
                .<Engine>flatMap(engine -> engine.writer().map(settings -> new Writer(engine, settings)).stream())
                .toList();
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
        return Operation.ENCODE;
    }

    @Override
    public Optional<Kind> kind() {
        return Optional.of(Kind.CANONICAL);
    }

    @Override
    public List<Checks> checks() {
        return List.of();
    }

    @Override
    public List<String> settings() {
        return settings;
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
