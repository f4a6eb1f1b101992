package testbed.objects;

import java.util.List;
import java.util.function.Supplier;

/** The variants of an object type, in one size or without one. They are loaded when somebody first asks for more than variant 0. */
public final class Variants {
    private final int count;
    private final Once<Record> first;
    private final Once<List<? extends Record>> all;

    /** So many, each part of which is loaded by a supplier of its own. */
    Variants(int count, Supplier<Record> first, Supplier<List<? extends Record>> all) {
        this.count = count;
        this.first = new Once<>(first);
        this.all = new Once<>(all);
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** The variant of this index, from 0. */
    public Record get(int index) {
        return index == 0 ? first.get() : all().get(index);
    }

    /** All of them, in order of index. The first call loads them, which takes a second at most, or little more. */
    public List<? extends Record> all() {
        return all.get();
    }

    /** Whether all are loaded. */
    public boolean isLoaded() {
        return all.isMade();
    }
}
