package testbed.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel tells in {@code /proc} and {@code /sys}: small texts, most of them a value a line. Null is what it does not tell. */
public final class Proc {
    private Proc() {}

    /** A file's text without its last line break; null where the system has no such file or hides it. */
    public static String text(String path) {
        try {
            return Files.readString(Path.of(path)).stripTrailing();
        } catch (IOException | UncheckedIOException e) {
            return null;
        }
    }

    /** What follows the first line's {@code key}, past a colon and blanks; null where no line begins so, or there is no text. */
    public static String value(String text, String key) {
        if (text == null) {
            return null;
        }
        return text.lines()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()))
                .filter(rest -> rest.startsWith(":") || rest.startsWith(" ") || rest.startsWith("\t"))
                .map(rest -> rest.replaceFirst("^[:\\s]+", "").stripTrailing())
                .findFirst()
                .orElse(null);
    }

    /** The whole number that a value begins with. */
    public static Long number(String text, String key) {
        return number(value(text, key));
    }

    /** The whole number that a text begins with, before its first blank. */
    public static Long number(String text) {
        try {
            return text == null ? null : Long.valueOf(text.split("\\s", 2)[0]);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The number that a text begins with, before its first blank. */
    public static Double decimal(String text) {
        try {
            return text == null ? null : Double.valueOf(text.split("\\s", 2)[0]);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** What stands after {@code name=} in a line of such pairs, as in {@code avg10=0.25 total=26}. */
    public static String field(String pairs, String name) {
        for (String pair : pairs == null ? new String[0] : pairs.split(" ")) {
            if (pair.startsWith(name + "=")) {
                return pair.substring(name.length() + 1);
            }
        }
        return null;
    }
}
