package testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import testbed.contract.Wire;
import tools.jackson.databind.JsonNode;

/** A number of {@code providers/vectors/doubles.json}: what a body has, and the bits of its nearest double. */
public record WrittenDouble(String text, long bits) {
    /** All of them. */
    public static List<WrittenDouble> all() {
        try {
            List<WrittenDouble> numbers = new ArrayList<>();
            for (JsonNode kind : Wire.MAPPER.readTree(Providers.vectors("doubles.json"))) {
                for (JsonNode number : kind) {
                    long bits = Long.parseUnsignedLong(number.get(1).stringValue(), 16);
                    numbers.add(new WrittenDouble(number.get(0).stringValue(), bits));
                }
            }
            return List.copyOf(numbers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether this is it, to the last bit and the sign of a zero. */
    public boolean is(double read) {
        return Double.doubleToRawLongBits(read) == bits;
    }

    /** Whether it is written as a zero with a minus, rather than as what is too small for a double. */
    public boolean isMinusZero() {
        return text.matches("-[0.]+([eE].*)?");
    }
}
