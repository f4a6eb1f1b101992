package testbed.engines.avro;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.Encoder;
import testbed.objects.MayBeAbsent;
import testbed.objects.MayBeNull;

/** A record: its fields, one behind the other. */
final class Fields {
    private final Constructor<?> constructor;
    private final Method[] accessors;
    private final Value[] values;

    Fields(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        accessors = Arrays.stream(components).map(RecordComponent::getAccessor).toArray(Method[]::new);
        values = Arrays.stream(components).map(Fields::value).toArray(Value[]::new);
        try {
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Value value(RecordComponent component) {
        Value value = Value.of(component.getGenericType());
        Method accessor = component.getAccessor();
        boolean mayBeNull =
                accessor.isAnnotationPresent(MayBeAbsent.class) || accessor.isAnnotationPresent(MayBeNull.class);
        return mayBeNull ? value.orNull() : value;
    }

    Object read(Decoder in) throws IOException {
        Object[] parts = new Object[values.length];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = values[i].reading().read(in);
        }
        try {
            return constructor.newInstance(parts);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    void write(Object record, Encoder out) throws IOException {
        try {
            for (int i = 0; i < values.length; i++) {
                values[i].writing().write(accessors[i].invoke(record), out);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
