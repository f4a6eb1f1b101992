package testbed.engines.avro;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.AvroTypeException;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.Encoder;
import testbed.objects.Kind;

/** How a value of a Java type lies in a datum. */
public record Value(Reading reading, Writing writing) {
    /** Room for so many items is made at once, whatever number a body begins a list with. */
    private static final long MOST_AT_ONCE = 1024;

    private static final Value TEXT = new Value(Decoder::readString, (value, out) -> out.writeString((String) value));
    private static final Value INT32 = new Value(Decoder::readInt, (value, out) -> out.writeInt((int) value));
    private static final Value INT64 = new Value(Decoder::readLong, (value, out) -> out.writeLong((long) value));
    private static final Value DOUBLE = new Value(Decoder::readDouble, (value, out) -> out.writeDouble((double) value));
    private static final Value BOOLEAN =
            new Value(Decoder::readBoolean, (value, out) -> out.writeBoolean((boolean) value));
    private static final Map<Class<?>, Value> PLAIN = Map.of(
            String.class, TEXT,
            int.class, INT32,
            Integer.class, INT32,
            long.class, INT64,
            Long.class, INT64,
            double.class, DOUBLE,
            Double.class, DOUBLE,
            boolean.class, BOOLEAN,
            Boolean.class, BOOLEAN);

    /** Reads one. */
    @FunctionalInterface
    public interface Reading {
        Object read(Decoder in) throws IOException;
    }

    /** Writes one. */
    @FunctionalInterface
    public interface Writing {
        void write(Object value, Encoder out) throws IOException;
    }

    /** That of a type which a record's field may have, or of a record. */
    public static Value of(Type type) {
        if (type instanceof ParameterizedType of) {
            Type[] held = of.getActualTypeArguments();
            return of.getRawType() == Map.class ? map(of(held[1])) : list(of(held[0]));
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isRecord()) {
            Fields fields = new Fields(plain);
            return new Value(fields::read, fields::write);
        }
        return plain.isEnum() ? choice(List.of(plain.getEnumConstants())) : PLAIN.get(plain);
    }

    /** A union of null and this. */
    Value orNull() {
        return new Value(
                in -> {
                    int index = in.readIndex();
                    return switch (index) {
                        case 0 -> null;
                        case 1 -> reading.read(in);
                        default -> throw new AvroTypeException("a union of two has no member " + index);
                    };
                },
                (value, out) -> {
                    out.writeIndex(value == null ? 0 : 1);
                    if (value != null) {
                        writing.write(value, out);
                    }
                });
    }

    /** One of an enumeration, by its place. */
    private static Value choice(List<?> constants) {
        return new Value(
                in -> constants.get(in.readEnum()), (value, out) -> out.writeEnum(((Enum<?>) value).ordinal()));
    }

    /** Blocks of items, of which one is written. */
    private static Value list(Value item) {
        return new Value(
                in -> {
                    long block = in.readArrayStart();
                    List<Object> items = new ArrayList<>((int) Math.min(block, MOST_AT_ONCE));
                    for (; block > 0; block = in.arrayNext()) {
                        for (long i = 0; i < block; i++) {
                            items.add(item.reading.read(in));
                        }
                    }
                    return items;
                },
                (value, out) -> {
                    List<?> items = (List<?>) value;
                    out.writeArrayStart();
                    out.setItemCount(items.size());
                    for (Object one : items) {
                        out.startItem();
                        item.writing.write(one, out);
                    }
                    out.writeArrayEnd();
                });
    }

    /** Blocks of entries, of which one is written, by the keys' UTF-8 bytes. */
    private static Value map(Value held) {
        return new Value(
                in -> {
                    Map<String, Object> entries = new LinkedHashMap<>();
                    for (long block = in.readMapStart(); block > 0; block = in.mapNext()) {
                        for (long i = 0; i < block; i++) {
                            entries.put(in.readString(), held.reading.read(in));
                        }
                    }
                    return entries;
                },
                (value, out) -> {
                    SortedMap<String, Object> entries = new TreeMap<>(Kind.Entries.ORDER);
                    ((Map<?, ?>) value).forEach((key, one) -> entries.put((String) key, one));
                    out.writeMapStart();
                    out.setItemCount(entries.size());
                    for (Map.Entry<String, Object> entry : entries.entrySet()) {
                        out.startItem();
                        out.writeString(entry.getKey());
                        held.writing.write(entry.getValue(), out);
                    }
                    out.writeMapEnd();
                });
    }
}
