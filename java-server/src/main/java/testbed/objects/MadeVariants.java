package testbed.objects;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Variants that are made of the canonical object, each when somebody first asks for it. */
final class MadeVariants implements Variants {
    /** So many sizes of types are kept, of 8 MiB as JSON each at most: that which was asked for longest ago goes first. */
    static final int KEPT = 8;

    private static final Map<MadeVariants, Boolean> KEPT_SIZES = new LinkedHashMap<>(KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<MadeVariants, Boolean> eldest) {
            if (size() <= KEPT) {
                return false;
            }
            eldest.getKey().made = eldest.getKey().none();
            return true;
        }
    };

    private final boolean isOfSize;
    private final int count;
    private final Supplier<IntFunction<Record>> maker;
    private volatile Made made;

    /** What was made so far, and what makes more, which holds the canonical object. */
    private record Made(Once<IntFunction<Record>> maker, AtomicReferenceArray<Record> objects) {}

    /** @param maker reads the canonical object; what it returns makes the variant of an index */
    MadeVariants(boolean isOfSize, int count, Supplier<IntFunction<Record>> maker) {
        this.isOfSize = isOfSize;
        this.count = count;
        this.maker = maker;
        this.made = none();
    }

    private Made none() {
        return new Made(new Once<>(maker), new AtomicReferenceArray<>(count));
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public Record get(int index) {
        if (isOfSize) {
            synchronized (KEPT_SIZES) {
                KEPT_SIZES.put(this, true);
            }
        }
        Made there = made;
        Record object = there.objects.get(index);
        if (object == null) {
            object = there.maker.get().apply(index);
            there.objects.set(index, object);
        }
        return object;
    }

    @Override
    public boolean isLoaded() {
        AtomicReferenceArray<Record> objects = made.objects;
        for (int index = 1; index < count; index++) {
            if (objects.get(index) != null) {
                return true;
            }
        }
        return false;
    }
}
