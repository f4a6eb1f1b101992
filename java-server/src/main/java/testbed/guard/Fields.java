package testbed.guard;

import java.nio.charset.StandardCharsets;
import java.util.List;
import testbed.objects.Kind;

/** The fields of a record as a format has them, in the schema's order. */
final class Fields {
    private final Names names;
    private final byte[][] written;
    private final Due[] due;
    private final boolean[] nullable;
    private final boolean[] repeated;
    private final long[] required;

    Fields(Grammar grammar, List<Kind.Field> all) {
        names = new Names(all.stream().map(Kind.Field::name).toList());
        written = all.stream()
                .map(field -> grammar.written(field.name()).getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        due = all.stream().map(field -> Due.of(grammar, field.kind())).toArray(Due[]::new);
        nullable = new boolean[due.length];
        repeated = new boolean[due.length];
        required = new long[(due.length + 63) / 64];
        for (int i = 0; i < due.length; i++) {
            Kind.Presence presence = all.get(i).presence();
            nullable[i] = presence == Kind.Presence.NULLABLE;
            repeated[i] = grammar.omitsEmptyLists() && due[i].is() == Due.Is.LIST;
            if (presence != Kind.Presence.OPTIONAL && !repeated[i]) {
                required[i / 64] |= 1L << i;
            }
        }
    }

    int count() {
        return due.length;
    }

    Names names() {
        return names;
    }

    /** What the format mostly writes before a field's value. */
    byte[] written(int field) {
        return written[field];
    }

    /** What a field's value is. */
    Due due(int field) {
        return due[field];
    }

    /** Whether null may stand for it. */
    boolean isNullable(int field) {
        return nullable[field];
    }

    /** Whether it is a list of XML: its field once for each item, so that an absent list is an empty one. */
    boolean isRepeated(int field) {
        return repeated[field];
    }

    /** A bit for each field that must be there. */
    long[] required() {
        return required;
    }
}
