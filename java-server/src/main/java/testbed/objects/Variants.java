package testbed.objects;

import java.util.List;
import java.util.stream.IntStream;

/** The variants of an object type, in one size or without one. */
public interface Variants {
    /** How many there are. */
    int count();

    /** The variant of this index, from 0. The first call for it may take some milliseconds. */
    Record get(int index);

    /** Whether any is made or read but variant 0. */
    boolean isLoaded();

    /** All of them, in order of index. */
    default List<Record> all() {
        return IntStream.range(0, count()).mapToObj(this::get).toList();
    }
}
