package testbed.objects;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Variants of an object type that has none stored: objects like the canonical one, made from it and a seed. Every server makes the same;
 * {@code docs/schema.md} has the rules, and each draw here is in their order.
 */
final class Alike {
    /** Doubles from here on have no canonical form. */
    private static final int LARGE = 10_000_000;
    /** Decimals that a double keeps, at most. */
    private static final int DECIMALS = 6;
    /** One of so many optional fields is left out, and one of so many nullable ones is null. */
    private static final int SPARSE = 8;
    /** A list of at most so many items keeps its length: a pair of coordinates stays one, and a box of four. */
    private static final int SHORT = 4;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Alike() {}

    /**
     * A variant of a type; 0 is the canonical object itself.
     *
     * @param seeds the type's name, and that of the size where it is of one
     * @param scaling the field that keeps its length, where it is of a size
     */
    static JsonNode variantAlike(
            String seeds, JsonNode canonical, Kind.Fields record, Optional<String> scaling, int index) {
        return index == 0 ? canonical : fields(new Draw(seed(seeds + "/" + index)), canonical, record, scaling);
    }

    /** The canonical object with so many items or characters in one of its fields: its own, over and over. */
    static JsonNode scaled(JsonNode canonical, String field, int length) {
        JsonNode own = canonical.get(field);
        ObjectNode scaled = NODES.objectNode().setAll((ObjectNode) canonical);
        if (own.isString()) {
            int[] like = own.stringValue().codePoints().toArray();
            StringBuilder text = new StringBuilder(length);
            IntStream.range(0, length).forEach(at -> text.appendCodePoint(like[at % like.length]));
            return scaled.put(field, text.toString());
        }
        ArrayNode items = scaled.putArray(field);
        IntStream.range(0, length).forEach(at -> items.add(own.get(at % own.size())));
        return scaled;
    }

    /** FNV-1a of 64 bits (draft-eastlake-fnv). */
    static long seed(String text) {
        long hashed = 0xCBF29CE484222325L;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hashed = (hashed ^ b & 0xFF) * 0x100000001B3L;
        }
        return hashed;
    }

    /** SplitMix64 (Steele, Lea and Flood, 2014), which every language writes alike. */
    static final class Draw {
        private long state;

        Draw(long seed) {
            state = seed;
        }

        /** A number from 0 to count - 1; a count is unsigned. */
        long below(long count) {
            state += 0x9E3779B97F4A7C15L;
            long mixed = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
            return Long.remainderUnsigned(mixed ^ mixed >>> 31, count);
        }

        int below(int count) {
            return (int) below((long) count);
        }
    }

    /** Another value of this kind, like the one given. */
    static JsonNode alike(Draw draw, JsonNode value, Kind kind) {
        if (kind instanceof Kind.Fields record) {
            return fields(draw, value, record, Optional.empty());
        }
        if (kind instanceof Kind.Items list) {
            return items(draw, value, list, length(draw, value.size()));
        }
        if (kind instanceof Kind.Entries map) {
            return entries(draw, value, map);
        }
        if (kind instanceof Kind.Choice choice) {
            List<String> values = choice.values();
            return NODES.stringNode(values.get(draw.below(values.size())));
        }
        return switch ((Kind.Plain) kind) {
            case TEXT -> NODES.stringNode(text(draw, value.stringValue()));
            case BOOLEAN -> NODES.booleanNode(draw.below(2) == 1);
            case DOUBLE -> NODES.numberNode(real(draw, value.doubleValue()));
            case INT32 -> NODES.numberNode(integer(draw, value.longValue(), Integer.MAX_VALUE));
            case INT64 -> NODES.numberNode(integer(draw, value.longValue(), Long.MAX_VALUE));
        };
    }

    /** The fields that the canonical record has, some of the optional ones left out, some of the nullable ones null. */
    private static ObjectNode fields(Draw draw, JsonNode value, Kind.Fields record, Optional<String> scaling) {
        ObjectNode made = NODES.objectNode();
        for (Kind.Field field : record.all()) {
            boolean isNullable = field.presence() == Kind.Presence.NULLABLE;
            JsonNode given = value.get(field.name());
            if (given == null && field.kind() instanceof Kind.Items) {
                given = NODES.arrayNode();
            }
            if (given == null || given.isNull()) {
                if (isNullable) {
                    made.putNull(field.name());
                }
            } else if (scaling.filter(field.name()::equals).isPresent()) {
                made.set(field.name(), asLong(draw, given, field.kind()));
            } else if (field.presence() == Kind.Presence.REQUIRED || draw.below(SPARSE) > 0) {
                made.set(field.name(), alike(draw, given, field.kind()));
            } else if (isNullable) {
                made.putNull(field.name());
            }
        }
        return made;
    }

    /** A list or a text of the length that it has, for which nothing is drawn. */
    private static JsonNode asLong(Draw draw, JsonNode value, Kind kind) {
        if (kind instanceof Kind.Items list) {
            return items(draw, value, list, value.size());
        }
        int[] like = value.stringValue().codePoints().toArray();
        return NODES.stringNode(characters(draw, like, like.length));
    }

    private static ArrayNode items(Draw draw, JsonNode value, Kind.Items list, int length) {
        ArrayNode made = NODES.arrayNode();
        for (int at = 0; at < length; at++) {
            made.add(alike(draw, value.get(at % value.size()), list.item()));
        }
        return made;
    }

    /** Entries like those of the canonical map, from its first key by UTF-8 bytes; of two with one key the first stays. */
    private static ObjectNode entries(Draw draw, JsonNode value, Kind.Entries map) {
        List<String> keys =
                value.propertyNames().stream().sorted(Kind.Entries.ORDER).toList();
        ObjectNode made = NODES.objectNode();
        int length = length(draw, keys.size());
        for (int at = 0; at < length; at++) {
            String like = keys.get(at % keys.size());
            String key = text(draw, like);
            made.putIfAbsent(key, alike(draw, value.get(like), map.value()));
        }
        return made;
    }

    /** From half as many as the canonical list has to half as many again. */
    private static int length(Draw draw, int canonical) {
        return canonical <= SHORT ? canonical : canonical / 2 + draw.below(canonical + 1);
    }

    /** Characters of the same classes. With a space in it, a text is prose, and as long as a list would be. */
    static String text(Draw draw, String value) {
        int[] like = value.codePoints().toArray();
        return characters(draw, like, value.indexOf(' ') < 0 ? like.length : length(draw, like.length));
    }

    private static String characters(Draw draw, int[] like, int wanted) {
        StringBuilder made = new StringBuilder(wanted);
        for (int at = 0; at < wanted; at++) {
            made.appendCodePoint(character(draw, like[at % like.length]));
        }
        return made.toString();
    }

    /**
     * A digit from 1 to itself, a small letter from a to itself; any other as it is. A date stays a date, and a hexadecimal digit one.
     */
    private static int character(Draw draw, int like) {
        int first = like >= '1' && like <= '9' ? '1' : like >= 'a' && like <= 'z' ? 'a' : like;
        return like == first ? like : first + draw.below(like - first + 1);
    }

    /** One of the same sign, at most about twice as large, with as many decimals; 0 stays 0. */
    static double real(Draw draw, double value) {
        double size = Math.abs(value);
        if (size == 0) {
            return 0;
        }
        double scale = 1;
        for (int decimals = 0; decimals < DECIMALS && Math.floor(size * scale + 0.5) / scale != size; decimals++) {
            scale *= 10;
        }
        long most = (long) Math.min(2 * Math.floor(size * scale + 0.5) + 1, LARGE * scale - 1);
        long made = Math.max(draw.below(most + 1), Math.max((long) (scale / 1000), 1));
        return Math.copySign(made / scale, value);
    }

    /** One of the same sign, at most about twice as large, in magnitude no larger than the widest. */
    static long integer(Draw draw, long value, long widest) {
        long size = Math.abs(value); // unsigned, as that of the least long must be
        long most = Long.compareUnsigned(size, widest / 2) > 0 ? widest : 2 * size + 1;
        long made = draw.below(most + 1);
        return value < 0 ? -made : made;
    }
}
