package testbed.objects;

import java.util.function.Supplier;

/** What is made when somebody first asks for it, and then kept. */
public final class Once<T> {
    private final Supplier<T> maker;
    private volatile T made;

    /** Something that this makes, which is never null. */
    public Once(Supplier<T> maker) {
        this.maker = maker;
    }

    /** What was made, by this call where by none before. */
    public T get() {
        T there = made;
        return there == null ? make() : there;
    }

    /** Whether somebody asked for it. */
    public boolean isMade() {
        return made != null;
    }

    private synchronized T make() {
        if (made == null) {
            made = maker.get();
        }
        return made;
    }
}
