package testbed.objects;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What a field holds, as the record says that was made from its schema: what the guards must know of a type, and its variants. */
public sealed interface Kind {
    /** What holds no other kind. */
    enum Plain implements Kind {
        /** A text of any length. */
        TEXT,
        /** A whole number of 32 bits. */
        INT32,
        /** A whole number of 64 bits. */
        INT64,
        /** A double. */
        DOUBLE,
        /** {@code true} or {@code false}. */
        BOOLEAN
    }

    /** One of some texts, in the schema's order. */
    record Choice(List<String> values) implements Kind {}

    /** Items of one kind, in order. In XML alone an absent list is an empty one. */
    record Items(Kind item) implements Kind {}

    /** Values of one kind, each under a text that the schema does not know. */
    record Entries(Kind value) implements Kind {
        /** The order in which keys are written: that of their UTF-8 bytes, which is not that of strings. */
        public static final Comparator<String> ORDER =
                Comparator.comparing(key -> key.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);
    }

    /** Fields in the schema's order. */
    record Fields(List<Field> all) implements Kind {}

    /** A field's name in every format, what it holds, and whether that is always there. */
    record Field(String name, Kind kind, Presence presence) {}

    /** What may stand where a field's value is due. */
    enum Presence {
        /** The value alone; but in XML a list may be absent. */
        REQUIRED,
        /** The value, or nothing at all. */
        OPTIONAL,
        /** The value, or null. */
        NULLABLE
    }

    /** The fields of a record. */
    static Fields of(Class<? extends Record> type) {
        return new Fields(Arrays.stream(type.getRecordComponents())
                .map(component -> new Field(
                        name(component.getAccessor(), component.getName()),
                        held(component.getGenericType()),
                        presence(component)))
                .toList());
    }

    /** What a component or constant is called where it is written. */
    static String name(AnnotatedElement named, String otherwise) {
        JsonProperty given = named.getAnnotation(JsonProperty.class);
        return given == null ? otherwise : given.value();
    }

    private static Presence presence(RecordComponent component) {
        Method accessor = component.getAccessor();
        if (accessor.isAnnotationPresent(MayBeAbsent.class)) {
            return Presence.OPTIONAL;
        }
        return accessor.isAnnotationPresent(MayBeNull.class) ? Presence.NULLABLE : Presence.REQUIRED;
    }

    private static Kind held(Type type) {
        if (type instanceof ParameterizedType of) {
            return within(of);
        }
        if (type instanceof Class<?> nested && nested.isRecord()) {
            return of(nested.asSubclass(Record.class));
        }
        if (type instanceof Class<?> choice && choice.isEnum()) {
            return new Choice(
                    Arrays.stream(choice.getEnumConstants()).map(Kind::text).toList());
        }
        if (type == String.class) {
            return Plain.TEXT;
        }
        if (type == int.class || type == Integer.class) {
            return Plain.INT32;
        }
        if (type == long.class || type == Long.class) {
            return Plain.INT64;
        }
        if (type == double.class || type == Double.class) {
            return Plain.DOUBLE;
        }
        if (type == boolean.class || type == Boolean.class) {
            return Plain.BOOLEAN;
        }
        throw unknown(type);
    }

    private static Kind within(ParameterizedType type) {
        Type[] of = type.getActualTypeArguments();
        if (type.getRawType() == List.class) {
            return new Items(held(of[0]));
        }
        if (type.getRawType() == Map.class && of[0] == String.class) {
            return new Entries(held(of[1]));
        }
        throw unknown(type);
    }

    /** What a constant of an enumeration is written as. */
    static String text(Object constant) {
        Enum<?> known = (Enum<?>) constant;
        try {
            return name(known.getDeclaringClass().getField(known.name()), known.name());
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    private static IllegalStateException unknown(Type type) {
        return new IllegalStateException("a field is a " + type.getTypeName() + ", of which no guard knows");
    }
}
