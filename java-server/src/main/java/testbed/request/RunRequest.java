package testbed.request;

import java.util.List;
import java.util.Optional;
import testbed.contract.Format;
import testbed.contract.Operation;
import testbed.engines.CheckedEngine;
import testbed.objects.ObjectType;
import testbed.objects.Size;

/**
 * What a run is to do, checked and resolved; its defaults are filled in.
 *
 * @param size of the objects; absent where they are as large as the type's canonical ones
 * @param operation what the window holds; the engine's
 * @param checkpoints strictly ascending amounts, up to {@code amount}
 * @param supply absent where it needs no bodies, since it writes objects
 */
public record RunRequest(
        int amount,
        Format format,
        ObjectType type,
        Optional<Size> size,
        Operation operation,
        CheckedEngine engine,
        int warmup,
        List<Integer> checkpoints,
        int variants,
        Optional<Supply> supply) {
    /** Where its bodies come from; only of a run that has any. */
    public Supply bodies() {
        return supply.orElseThrow();
    }

    /** A request in the making, each field by its name. The reader alone makes one; tests ask the reader. */
    static final class Builder {
        int amount;
        Format format;
        ObjectType type;
        Optional<Size> size;
        Operation operation;
        CheckedEngine engine;
        int warmup;
        List<Integer> checkpoints;
        int variants;
        Optional<Supply> supply;

        RunRequest build() {
            return new RunRequest(amount, format, type, size, operation, engine, warmup, checkpoints, variants, supply);
        }
    }
}
