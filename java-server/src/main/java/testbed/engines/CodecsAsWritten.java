package testbed.engines;

import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecProvider;
import org.bson.codecs.configuration.CodecRegistry;
import testbed.objects.Kind;

/** A library's codecs for records, with fields and enumerations as they are written. They read alone, by a {@link RenamingBsonReader}. */
final class CodecsAsWritten implements CodecProvider {
    private final CodecProvider usual;

    CodecsAsWritten(CodecProvider usual) {
        this.usual = usual;
    }

    @Override
    public <T> Codec<T> get(Class<T> type, CodecRegistry codecs) {
        return get(type, List.of(), codecs);
    }

    @Override
    public <T> Codec<T> get(Class<T> type, List<Type> of, CodecRegistry codecs) {
        if (type.isEnum()) {
            return new ChoiceCodec<>(type);
        }
        if (!type.isRecord()) {
            return null;
        }
        Codec<T> codec = usual.get(type, of, codecs);
        Map<String, String> components = components(type);
        return components.isEmpty() ? codec : new RecordAsWritten<>(codec, components);
    }

    /** The names of components whose fields are called otherwise, by those of the fields. */
    private static Map<String, String> components(Class<?> type) {
        Map<String, String> components = new HashMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String field = Kind.name(component.getAccessor(), component.getName());
            if (!field.equals(component.getName())) {
                components.put(field, component.getName());
            }
        }
        return components;
    }

    /** What codecs have in common that read alone. */
    private abstract static class ReadingCodec<T> implements Codec<T> {
        private final Class<T> type;

        ReadingCodec(Class<T> type) {
            this.type = type;
        }

        @Override
        public final void encode(BsonWriter writer, T value, EncoderContext context) {
            throw new UnsupportedOperationException("the default engine writes");
        }

        @Override
        public final Class<T> getEncoderClass() {
            return type;
        }
    }

    private static final class RecordAsWritten<T> extends ReadingCodec<T> {
        private final Codec<T> codec;
        private final Map<String, String> components;

        RecordAsWritten(Codec<T> codec, Map<String, String> components) {
            super(codec.getEncoderClass());
            this.codec = codec;
            this.components = components;
        }

        @Override
        public T decode(BsonReader reader, DecoderContext context) {
            ((RenamingBsonReader) reader).rename(components);
            return codec.decode(reader, context);
        }
    }

    private static final class ChoiceCodec<T> extends ReadingCodec<T> {
        private final Map<String, T> constants = new HashMap<>();

        ChoiceCodec(Class<T> type) {
            super(type);
            for (T constant : type.getEnumConstants()) {
                constants.put(Kind.text(constant), constant);
            }
        }

        @Override
        public T decode(BsonReader reader, DecoderContext context) {
            T constant = constants.get(reader.readString());
            if (constant == null) {
                throw new BsonInvalidOperationException("a text that the enumeration has not");
            }
            return constant;
        }
    }
}
