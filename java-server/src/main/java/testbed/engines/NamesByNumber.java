package testbed.engines;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.PropertyNamingStrategy;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.dataformat.protobuf.schema.ProtobufField;
import tools.jackson.dataformat.protobuf.schema.ProtobufMessage;
import tools.jackson.dataformat.protobuf.schema.ProtobufSchema;
import tools.jackson.dataformat.protobuf.schema.ProtobufSchemaLoader;

/** Names a record's components as its message in the {@code .proto} does: the number of a field is its component's place, from 1. */
final class NamesByNumber extends PropertyNamingStrategy {
    private static final long serialVersionUID = 1L;

    private static final ClassValue<ProtobufSchema> SCHEMAS = new ClassValue<>() {
        @Override
        protected ProtobufSchema computeValue(Class<?> type) {
            return load("providers/objects/" + type.getSimpleName() + ".proto");
        }
    };

    /** What the {@code .proto} says that a record, or the one that it stands in, is made with. */
    static ProtobufSchema schema(Class<?> type) {
        return SCHEMAS.get(type.getNestHost());
    }

    private static ProtobufSchema load(String path) {
        try (InputStream in = NamesByNumber.class.getResourceAsStream("/" + path)) {
            if (in == null) {
                throw new IllegalStateException(path + " is not in the build; run `make objects` and build again");
            }
            return ProtobufSchemaLoader.std.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String nameForConstructorParameter(MapperConfig<?> config, AnnotatedParameter component, String name) {
        Class<?> record = component.getDeclaringClass();
        return within(schema(record).getRootType())
                .filter(message -> message.getName().equals(record.getSimpleName()))
                .findFirst()
                .orElseThrow()
                .field(component.getIndex() + 1)
                .name;
    }

    /** A message, and those that its fields hold. */
    private static Stream<ProtobufMessage> within(ProtobufMessage message) {
        return Stream.concat(
                Stream.of(message),
                StreamSupport.stream(message.fields().spliterator(), false)
                        .map(ProtobufField::getMessageType)
                        .filter(held -> held != null)
                        .flatMap(NamesByNumber::within));
    }
}
