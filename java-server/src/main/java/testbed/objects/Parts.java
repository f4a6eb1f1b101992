package testbed.objects;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The texts of an object, of which another like it is built where nothing is parsed: each list, map, record and box is made anew, of the
 * class that a parse makes. For one object and one thread.
 */
public final class Parts {
    /** Each is a kept array of bytes, Latin-1 or UTF-16, in the order in which they are asked for. */
    private final List<StringBuilder> texts = new ArrayList<>();

    private int next;

    /** None yet; the first object that is built gives its texts. */
    Parts() {}

    /** Lets the next object be built, from its first text on. */
    void begin() {
        next = 0;
    }

    /** A text of its own; null where there is none. A parse makes no empty one, either. */
    public String text(String like) {
        if (like == null) {
            return null;
        }
        StringBuilder text = next < texts.size() ? texts.get(next) : keep(like);
        next++;
        return text.length() == 0 ? "" : text.toString();
    }

    private StringBuilder keep(String like) {
        StringBuilder text = new StringBuilder(like);
        text.trimToSize();
        texts.add(text);
        return text;
    }

    /** A number in a box, as a parse makes one; null where there is none. */
    public Integer number(Integer like) {
        return like == null ? null : Integer.valueOf(like.intValue());
    }

    /** The same of 64 bits. */
    public Long number(Long like) {
        return like == null ? null : Long.valueOf(like.longValue());
    }

    /** The same with a fraction. */
    public Double number(Double like) {
        return like == null ? null : Double.valueOf(like.doubleValue());
    }

    /** What there is one of, whoever makes it: a boolean, or a value of an enumeration. */
    public <T> T same(T like) {
        return like;
    }

    /** A record, built by what is made of its schema; null where there is none. */
    public <T extends Record> T record(T like, BiFunction<Parts, T, T> built) {
        return like == null ? null : built.apply(this, like);
    }

    /** A list of items that are built so. */
    public <T> List<T> list(List<T> like, BiFunction<Parts, T, T> item) {
        int size = like.size();
        List<T> built = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            built.add(item.apply(this, like.get(i)));
        }
        return built;
    }

    /** A map of values that are built so, under keys of its own; null where there is none. */
    public <V> Map<String, V> map(Map<String, V> like, BiFunction<Parts, V, V> value) {
        if (like == null) {
            return null;
        }
        // As many as need no larger table: one is three quarters full at most.
        Map<String, V> built = new LinkedHashMap<>((like.size() * 4 + 2) / 3);
        for (Map.Entry<String, V> entry : like.entrySet()) {
            built.put(text(entry.getKey()), value.apply(this, entry.getValue()));
        }
        return built;
    }
}
