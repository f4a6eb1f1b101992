package testbed.request;

import java.util.List;
import java.util.Optional;
import testbed.contract.Format;
import testbed.contract.Operation;
import testbed.contract.Origin;
import testbed.engines.CheckedEngine;
import testbed.objects.ObjectType;
import testbed.objects.Size;

/**
 * What a run is to do, checked and resolved; its defaults are filled in.
 *
 * @param serverType what the provider is: {@code rust} or {@code java}
 * @param size of the objects; absent where they are as large as the type's canonical ones
 * @param operation what the window holds; the engine's
 * @param checkpoints strictly ascending amounts, up to {@code amount}
 * @param block how many bodies are fetched and guarded before they are parsed back to back
 * @param threads how many parse at once; 0 where the run's own thread does, one body after the other
 */
public record RunRequest(
        int amount,
        Origin provider,
        Format format,
        String serverType,
        ObjectType type,
        Optional<Size> size,
        Operation operation,
        CheckedEngine engine,
        int warmup,
        List<Integer> checkpoints,
        int concurrency,
        int variants,
        Source source,
        int block,
        int threads) {
    /** A request in the making, each field by its name. The reader alone makes one; tests ask the reader. */
    static final class Builder {
        int amount;
        Origin provider;
        Format format;
        String serverType;
        ObjectType type;
        Optional<Size> size;
        Operation operation;
        CheckedEngine engine;
        int warmup;
        List<Integer> checkpoints;
        int concurrency;
        int variants;
        Source source;
        int block;
        int threads;

        RunRequest build() {
            return new RunRequest(
                    amount,
                    provider,
                    format,
                    serverType,
                    type,
                    size,
                    operation,
                    engine,
                    warmup,
                    checkpoints,
                    concurrency,
                    variants,
                    source,
                    block,
                    threads);
        }
    }
}
