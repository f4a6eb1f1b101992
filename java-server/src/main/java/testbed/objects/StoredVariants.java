package testbed.objects;

import java.util.List;
import java.util.function.Supplier;

/** Variants that lie in one file: that of all is read when somebody first asks for more than variant 0. */
final class StoredVariants implements Variants {
    private final int count;
    private final Once<Record> first;
    private final Once<List<? extends Record>> all;

    StoredVariants(int count, Supplier<Record> first, Supplier<List<? extends Record>> all) {
        this.count = count;
        this.first = new Once<>(first);
        this.all = new Once<>(all);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public Record get(int index) {
        return index == 0 ? first.get() : all.get().get(index);
    }

    @Override
    public boolean isLoaded() {
        return all.isMade();
    }
}
