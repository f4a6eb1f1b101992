package testbed.answer;

import testbed.contract.Format;
import testbed.contract.Kind;
import testbed.contract.Operation;
import testbed.engines.Engine;

/**
 * The engine that a run used.
 *
 * @param kind null where its operation is decode
 */
public record RunEngine(String name, String library, String version, Format format, Operation operation, Kind kind) {
    /** As events and results name this one. */
    public static RunEngine of(Engine engine) {
        return new RunEngine(
                engine.name(),
                engine.library(),
                engine.version(),
                engine.format(),
                engine.operation(),
                engine.kind().orElse(null));
    }
}
