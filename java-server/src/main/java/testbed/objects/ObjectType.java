package testbed.objects;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * An object type: its number and name in paths, its record, and its variants; variant 0 is the canonical object.
 *
 * @param scalars of it and of the records in it, by name
 * @param variants as many for every type, in order of index
 */
public record ObjectType(
        int number,
        String name,
        Class<? extends Record> type,
        Map<String, Scalar> scalars,
        List<? extends Record> variants) {
    /** How many variants every type has. */
    public static final int VARIANTS = 1024;

    private static final ObjectReader READER = JsonMapper.shared().reader();

    /** Loads the variants of a type, whose record bears the type's name. */
    static ObjectType load(int number, Class<? extends Record> type) {
        String name = type.getSimpleName();
        ObjectReader reader = READER.forType(type);
        List<? extends Record> variants = text("objects/" + name + ".variants.jsonl")
                .lines()
                .map(line -> type.cast(reader.readValue(line)))
                .toList();
        if (variants.size() != VARIANTS) {
            throw new IllegalStateException(name + " has " + variants.size() + " variants; it must have " + VARIANTS);
        }
        return new ObjectType(number, name, type, Scalar.of(type), variants);
    }

    /** The canonical bytes of the canonical object in a format, {@code json}, {@code bson} or {@code xml}. */
    public byte[] golden(String format) {
        return bytes("golden/" + name + "." + format);
    }

    /** The number says it all; a record's own way would look through every variant. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectType type && type.number == number;
    }

    @Override
    public int hashCode() {
        return number;
    }

    private static String text(String path) {
        return new String(bytes(path), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String path) {
        try (InputStream in = ObjectType.class.getResourceAsStream("/providers/" + path)) {
            if (in == null) {
                throw new IllegalStateException(
                        "providers/" + path + " is not in the build; run `make goldens` and build again");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
