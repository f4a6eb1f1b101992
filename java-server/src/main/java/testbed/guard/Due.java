package testbed.guard;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import testbed.objects.Kind;
import testbed.objects.ObjectType;

/**
 * What is due at a place: a {@link Kind} in the form that the guard walks, made once for a grammar and an object type.
 *
 * @param inside what an item of the list or a value of the map is; null elsewhere
 * @param fields those of the record; null elsewhere
 * @param choices the texts of the enumeration; null elsewhere
 */
record Due(Is is, Due inside, Fields fields, Names choices) {
    private static final Map<Place, Due> ROOTS = new ConcurrentHashMap<>();

    private record Place(Grammar grammar, ObjectType type) {}

    /** The kinds, flat, so that they are told apart in one step. */
    enum Is {
        TEXT(Rule.TEXT),
        INT32(Rule.INTEGER),
        INT64(Rule.INTEGER),
        DOUBLE(Rule.NUMBER),
        BOOLEAN(Rule.BOOLEAN),
        CHOICE(Rule.TEXT),
        LIST(Rule.LIST),
        MAP(Rule.MAP),
        RECORD(Rule.RECORD);

        private final String rule;

        Is(String rule) {
            this.rule = rule;
        }
    }

    /** What a whole body is. */
    static Due of(Grammar grammar, ObjectType type) {
        return ROOTS.computeIfAbsent(new Place(grammar, type), place -> of(grammar, type.fields()));
    }

    static Due of(Grammar grammar, Kind kind) {
        if (kind instanceof Kind.Plain plain) {
            return new Due(Is.valueOf(plain.name()), null, null, null);
        }
        if (kind instanceof Kind.Choice choice) {
            return new Due(Is.CHOICE, null, null, new Names(choice.values()));
        }
        if (kind instanceof Kind.Items list) {
            return new Due(Is.LIST, of(grammar, list.item()), null, null);
        }
        if (kind instanceof Kind.Entries map) {
            return new Due(Is.MAP, of(grammar, map.value()), null, null);
        }
        return new Due(Is.RECORD, null, new Fields(grammar, ((Kind.Fields) kind).all()), null);
    }

    /** The rule that is broken where something else stands. */
    String rule() {
        return is.rule;
    }

    /** How many records, lists and maps are open at most, this one included. */
    int levels() {
        return (fields == null && inside == null ? 0 : 1) + most(Due::levels);
    }

    /** How many of them are maps at most. */
    int maps() {
        return (is == Is.MAP ? 1 : 0) + most(Due::maps);
    }

    /** How many words have the bits of the fields of all records that are open, at most. */
    int words() {
        return (fields == null ? 0 : fields.required().length) + most(Due::words);
    }

    /** How many bytes the longest name and text of an enumeration has. */
    int longest() {
        Names own = fields == null ? choices : fields.names();
        return Math.max(own == null ? 0 : own.longest(), most(Due::longest));
    }

    private int most(ToIntFunction<Due> count) {
        Stream<Due> parts = fields == null
                ? Stream.ofNullable(inside)
                : IntStream.range(0, fields.count()).mapToObj(fields::due);
        return parts.mapToInt(count).max().orElse(0);
    }
}
