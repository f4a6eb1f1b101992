package testbed.guard;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import testbed.objects.Scalar;

/** An object type's scalars, found by a name's bytes as they stand in a body. */
final class ScalarsByName {
    private final byte[][] names;
    private final Scalar[] scalars;
    /** A bit for each length that a name has: most names need no further look. */
    private final long lengths;

    ScalarsByName(Map<String, Scalar> byName) {
        names = byName.keySet().stream()
                .map(name -> name.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
        scalars = byName.values().toArray(Scalar[]::new);
        lengths = Arrays.stream(names).mapToLong(name -> 1L << name.length).reduce(0, (a, b) -> a | b);
    }

    /** The scalar of the name from (inclusive) to end (exclusive); null where it is a text, a record, or unknown. */
    Scalar of(byte[] body, int from, int end) {
        // A shift looks at six bits only; the bytes tell a name that is 64 longer.
        if ((lengths & 1L << (end - from)) != 0) {
            for (int i = 0; i < names.length; i++) {
                if (Arrays.equals(body, from, end, names[i], 0, names[i].length)) {
                    return scalars[i];
                }
            }
        }
        return null;
    }
}
