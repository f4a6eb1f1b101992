package testbed.objects;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;

/** What a field holds, as the record says that was made from its schema: what the guards must know of a type. */
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

    /** Items of one kind, in order. An absent list is an empty one. */
    record Items(Kind item) implements Kind {}

    /** Fields in the schema's order. All of them are required but the lists, and none may be null. */
    record Fields(List<Field> all) implements Kind {}

    /** A field's name in every format, and what it holds. */
    record Field(String name, Kind kind) {}

    /** The fields of a record. */
    static Fields of(Class<? extends Record> type) {
        return new Fields(Arrays.stream(type.getRecordComponents())
                .map(component -> new Field(name(component), held(component.getGenericType())))
                .toList());
    }

    private static String name(RecordComponent component) {
        JsonProperty given = component.getAccessor().getAnnotation(JsonProperty.class);
        return given == null ? component.getName() : given.value();
    }

    private static Kind held(Type type) {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            return new Items(held(list.getActualTypeArguments()[0]));
        }
        if (type instanceof Class<?> nested && nested.isRecord()) {
            return of(nested.asSubclass(Record.class));
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
        throw new IllegalStateException("a field is a " + type.getTypeName() + ", of which no guard knows");
    }
}
