package testbed.period;

import java.util.List;

/** What an element, or a JSON object, holds by name. */
interface Tree {
    /** The text of the first that has this name; {@link IllegalArgumentException} where none has. */
    String text(String name);

    /** All that have this name, in their order. */
    List<Tree> all(String name);

    /** The texts of all that have this name. */
    List<String> texts(String name);

    /** A number of 32 bits. */
    default int int32(String name) {
        return Integer.parseInt(text(name));
    }

    /** A double. */
    default double real(String name) {
        return Double.parseDouble(text(name));
    }

    /** True or false. */
    default boolean bool(String name) {
        return Boolean.parseBoolean(text(name));
    }

    /** What stands there, which must not be null. */
    static <T> T there(T found, String name) {
        if (found == null) {
            throw new IllegalArgumentException("there is no " + name);
        }
        return found;
    }
}
