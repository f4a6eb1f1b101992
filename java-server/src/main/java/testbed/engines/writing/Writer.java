package testbed.engines.writing;

import java.util.List;
import java.util.Optional;
import testbed.contract.Checks;
import testbed.contract.Kind;
import testbed.contract.Operation;
import testbed.engines.Engine;
import testbed.engines.ForwardingEngine;

/** An engine as a writer of objects: the same library, timed as it writes their canonical bytes. */
public final class Writer extends ForwardingEngine {
    private final List<String> settings;

    private Writer(Engine engine, List<String> settings) {
        super(engine);
        this.settings = settings;
    }

    /** Those of some engines whose own library's writer is timed. */
    public static List<Engine> of(List<Engine> engines) {
        return engines.stream()
                .<Engine>flatMap(engine -> engine.writer().map(settings -> new Writer(engine, settings)).stream())
                .toList();
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
}
