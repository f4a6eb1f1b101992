package testbed.engines.protobufjava;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import testbed.objects.Kind;

/** What becomes of the lists and maps of a message, and of those of a record. */
final class Copies {
    private Copies() {}

    static <T> List<T> list(List<T> items) {
        return new ArrayList<>(items);
    }

    static <T, R> List<R> list(List<T> items, Function<T, R> copy) {
        List<R> copies = new ArrayList<>(items.size());
        for (T item : items) {
            copies.add(copy.apply(item));
        }
        return copies;
    }

    static <T> Map<String, T> map(Map<String, T> entries) {
        return new LinkedHashMap<>(entries);
    }

    static <T, R> Map<String, R> map(Map<String, T> entries, Function<T, R> copy) {
        Map<String, R> copies = new LinkedHashMap<>();
        entries.forEach((key, value) -> copies.put(key, copy.apply(value)));
        return copies;
    }

    /** In the order in which keys are written, which a message keeps. */
    static <T> Map<String, T> sorted(Map<String, T> entries) {
        return sorted(entries, value -> value);
    }

    /** The same, with a copy of each value. */
    static <T, R> Map<String, R> sorted(Map<String, T> entries, Function<T, R> copy) {
        Map<String, R> copies = new LinkedHashMap<>();
        entries.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Kind.Entries.ORDER))
                .forEach(entry -> copies.put(entry.getKey(), copy.apply(entry.getValue())));
        return copies;
    }
}
