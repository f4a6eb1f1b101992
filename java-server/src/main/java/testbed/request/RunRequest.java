package testbed.request;

import java.util.List;
import java.util.Optional;
import testbed.contract.Coding;
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
 * @param way what happens to its objects
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
        Way way) {
    /** The provider that its bodies are pulled from, where they are. */
    public Optional<Supply> supply() {
        return way instanceof Supply supply ? Optional.of(supply) : Optional.empty();
    }

    /** The same; only of a run that has one. */
    public Supply bodies() {
        return supply().orElseThrow();
    }

    /** What its bodies come from, {@code rust} or {@code java}, where any come. */
    public Optional<String> serverType() {
        return way instanceof Pushed pushed ? Optional.of(pushed.serverType()) : supply().map(Supply::serverType);
    }

    /** Whether its thread waits for each body, rather than take it from memory or need none. */
    public boolean waits() {
        return way instanceof Pushed
                || supply().filter(supply -> supply.source() == Source.HTTP).isPresent();
    }

    /** How many bodies come before they are parsed back to back. */
    public int block() {
        return supply().map(Supply::block).orElse(1);
    }

    /** How many threads parse at once; 0 where the run's own does. */
    public int threads() {
        return supply().map(Supply::threads).orElse(0);
    }

    /** What its bodies come in; absent where they come as they are. */
    public Optional<Coding> coding() {
        return supply().flatMap(Supply::coding);
    }

    /** How many objects its time is for: one of a size of more than 16 KiB counts as so many of 16 KiB as it is large. */
    public long timedObjects() {
        int each = size.map(asked -> Math.max(1, asked.bytes() / Size.KIB_16.bytes()))
                .orElse(1);
        return each * ((long) warmup + amount);
    }

    /** The most bytes that a body may have: so many, unless one of the size may have more. */
    public int maxBodyBytes(int maxObjectBytes) {
        return Math.max(maxObjectBytes, size.map(Size::maxBodyBytes).orElse(0));
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
        Way way;

        RunRequest build() {
            return new RunRequest(amount, format, type, size, operation, engine, warmup, checkpoints, variants, way);
        }
    }
}
