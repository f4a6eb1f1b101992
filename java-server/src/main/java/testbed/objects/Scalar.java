package testbed.objects;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a field holds that is neither a text nor a record: what the guard must know of it, for formats that write everything as text. */
public enum Scalar {
    /** A whole number of any width. */
    INTEGER,
    /** A double. */
    NUMBER,
    /** {@code true} or {@code false}. */
    BOOLEAN;

    /**
     * The scalars of a record and of the records in its lists, by name.
     *
     * @throws IllegalStateException where a name is one thing here and another there
     */
    static Map<String, Scalar> of(Class<? extends Record> type) {
        Map<String, Scalar> scalars = new TreeMap<>();
        Set<String> others = new HashSet<>();
        collect(type, scalars, others);
        others.retainAll(scalars.keySet());
        if (!others.isEmpty()) {
            throw twice(type, others.iterator().next());
        }
        return scalars;
    }

    private static void collect(Class<?> type, Map<String, Scalar> scalars, Set<String> others) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = name(component);
            Type field = component.getGenericType();
            // An element of XML stands for one item of a list.
            Type item = field instanceof ParameterizedType list ? list.getActualTypeArguments()[0] : field;
            Scalar scalar = of(item);
            if (scalar == null) {
                others.add(name);
            } else if (scalars.merge(name, scalar, (a, b) -> a == b ? a : null) == null) {
                throw twice(type, name);
            }
            if (item instanceof Class<?> nested && nested.isRecord()) {
                collect(nested, scalars, others);
            }
        }
    }

    private static String name(RecordComponent component) {
        JsonProperty given = component.getAccessor().getAnnotation(JsonProperty.class);
        return given == null ? component.getName() : given.value();
    }

    private static Scalar of(Type type) {
        if (type == int.class || type == long.class || type == Integer.class || type == Long.class) {
            return INTEGER;
        }
        if (type == double.class || type == Double.class) {
            return NUMBER;
        }
        return type == boolean.class || type == Boolean.class ? BOOLEAN : null;
    }

    private static IllegalStateException twice(Class<?> type, String name) {
        return new IllegalStateException(
                type.getSimpleName() + " has a field " + name + " of two kinds; the guard for XML knows one of a name");
    }
}
