package testbed.engines.jaxb;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What becomes of the lists of a mirror, which are null where no element came. */
final class Lists {
    private Lists() {}

    /** The list itself, or an empty one. */
    static <T> List<T> orEmpty(List<T> items) {
        return items == null ? List.of() : items;
    }

    /** A list of the copies of its items. */
    static <T, R> List<R> copies(List<T> items, Function<T, R> copy) {
        List<R> copies = new ArrayList<>(orEmpty(items).size());
        for (T item : orEmpty(items)) {
            copies.add(copy.apply(item));
        }
        return copies;
    }
}
