package testbed.engines;

import java.util.List;
import java.util.Map;
import testbed.contract.Checks;

/**
 * What the engines share that have code by hand for each object type they read; it lies in the folder that bears the engine's name, or in
 * the engine's file where it is short.
 */
public abstract class ByHand<R> extends Reading {
    private final Map<Class<?>, R> readers;

    /** An engine with a reader of each of these types, and of no other. */
    protected ByHand(
            String name,
            String library,
            List<Checks> checks,
            List<String> settings,
            Engine usual,
            Map<Class<?>, R> readers) {
        super(name, library, checks, settings, usual);
        this.readers = readers;
    }

    @Override
    public final boolean reads(Class<?> type) {
        return readers.containsKey(type);
    }

    /** The reader of a type. */
    protected final R reader(Class<?> type) {
        R reader = readers.get(type);
        if (reader == null) {
            throw new IllegalArgumentException(name() + " has no reader of " + type.getSimpleName());
        }
        return reader;
    }
}
