package testbed.engines;

import java.io.OutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import testbed.objects.MayBeAbsent;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.io.SerializedString;
import tools.jackson.dataformat.cbor.CBORFactory;
import tools.jackson.dataformat.cbor.CBORGenerator;

/** Makes Jackson write how long a map or text is before it. Its own generator ends a map, and a text of over 3,996 characters, by a break. */
final class DefiniteCborFactory extends CBORFactory {
    @Override
    protected JsonGenerator _createGenerator(ObjectWriteContext writing, IOContext context, OutputStream out) {
        return new DefiniteGenerator(
                writing,
                context,
                writing.getStreamWriteFeatures(_streamWriteFeatures),
                writing.getFormatWriteFeatures(_formatWriteFeatures),
                out);
    }

    @Override
    public DefiniteCborFactory copy() {
        return new DefiniteCborFactory();
    }

    private static final class DefiniteGenerator extends CBORGenerator {
        /** What the library writes in one piece. */
        private static final int MOST_CHARACTERS = BYTE_BUFFER_FOR_OUTPUT / 4 - 4;

        DefiniteGenerator(
                ObjectWriteContext writing, IOContext context, int features, int cborFeatures, OutputStream out) {
            super(writing, context, features, cborFeatures, out);
        }

        @Override
        public JsonGenerator writeStartObject(Object value) {
            return writeStartObject(value, value instanceof Map<?, ?> map ? map.size() : Fields.present(value));
        }

        @Override
        public JsonGenerator writeName(String name) {
            return name.length() <= MOST_CHARACTERS ? super.writeName(name) : writeName(new SerializedString(name));
        }

        @Override
        public JsonGenerator writeString(String text) {
            if (text == null || text.length() <= MOST_CHARACTERS) {
                return super.writeString(text);
            }
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return writeUTF8String(bytes, 0, bytes.length);
        }
    }

    /** How many fields a record's objects have, and which of those may be absent. */
    private record Fields(int all, List<Method> mayBeAbsent) {
        private static final ClassValue<Fields> OF_TYPE = new ClassValue<>() {
            @Override
            protected Fields computeValue(Class<?> type) {
                RecordComponent[] components = type.getRecordComponents();
                return new Fields(
                        components.length,
                        Arrays.stream(components)
                                .map(RecordComponent::getAccessor)
                                .filter(accessor -> accessor.isAnnotationPresent(MayBeAbsent.class))
                                .toList());
            }
        };

        /** How many an object has. */
        static int present(Object object) {
            Fields fields = OF_TYPE.get(object.getClass());
            int present = fields.all;
            try {
                for (Method field : fields.mayBeAbsent) {
                    if (field.invoke(object) == null) {
                        present--;
                    }
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            return present;
        }
    }
}
