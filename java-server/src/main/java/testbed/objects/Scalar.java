package testbed.objects;

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
     * The scalars among fields, at whatever depth, by name.
     *
     * @throws IllegalStateException where a name is one thing here and another there
     */
    static Map<String, Scalar> of(Kind.Fields fields) {
        Map<String, Scalar> scalars = new TreeMap<>();
        Set<String> others = new HashSet<>();
        collect(fields, scalars, others);
        others.retainAll(scalars.keySet());
        if (!others.isEmpty()) {
            throw twice(others.iterator().next());
        }
        return scalars;
    }

    private static void collect(Kind.Fields fields, Map<String, Scalar> scalars, Set<String> others) {
        for (Kind.Field field : fields.all()) {
            Kind held = innermost(field.kind());
            Scalar scalar = of(held);
            if (scalar == null) {
                others.add(field.name());
            } else if (scalars.merge(field.name(), scalar, (a, b) -> a == b ? a : null) == null) {
                throw twice(field.name());
            }
            if (held instanceof Kind.Fields nested) {
                collect(nested, scalars, others);
            }
        }
    }

    /** What one element of XML holds, which stands for one item of a list. */
    private static Kind innermost(Kind kind) {
        return kind instanceof Kind.Items list ? innermost(list.item()) : kind;
    }

    private static Scalar of(Kind kind) {
        if (kind == Kind.Plain.INT32 || kind == Kind.Plain.INT64) {
            return INTEGER;
        }
        if (kind == Kind.Plain.DOUBLE) {
            return NUMBER;
        }
        return kind == Kind.Plain.BOOLEAN ? BOOLEAN : null;
    }

    private static IllegalStateException twice(String name) {
        return new IllegalStateException("a field " + name + " is of two kinds; the guard for XML knows one of a name");
    }
}
