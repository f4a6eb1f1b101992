package testbed.objects;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import testbed.objects.excerpts.DummyExcerpt;
import testbed.objects.excerpts.NumericExcerpt;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;

/**
 * Three fields of an object type, an early, a middle and a last one, which operation partial reads. {@code providers/vectors/excerpts.json}
 * says which. It is written as an object whose names are the pointers.
 */
public final class Excerpt {
    /** Every excerpt; a new one is its record and its line here. */
    private static final List<Excerpt> ALL = List.of(
            new Excerpt(NumericObject.class, NumericExcerpt.class, NumericExcerpt::of),
            new Excerpt(DummyObject.class, DummyExcerpt.class, DummyExcerpt::of));

    private final Class<? extends Record> whole;
    private final Class<? extends Record> type;
    private final Function<Record, Record> taken;

    private <W extends Record, E extends Record> Excerpt(Class<W> whole, Class<E> type, Function<W, E> taken) {
        this.whole = whole;
        this.type = type;
        this.taken = object -> taken.apply(whole.cast(object));
    }

    /** That of the objects that are such records, where there is one. */
    static Optional<Excerpt> find(Class<? extends Record> whole) {
        return ALL.stream().filter(excerpt -> excerpt.whole == whole).findFirst();
    }

    /** The record that it is. */
    public Class<? extends Record> type() {
        return type;
    }

    /** The JSON Pointers (RFC 6901) to its values, in order. */
    public List<String> pointers() {
        return Kind.of(type).all().stream().map(Kind.Field::name).toList();
    }

    /** Takes it of a whole object. */
    public Record of(Record object) {
        return taken.apply(object);
    }
}
