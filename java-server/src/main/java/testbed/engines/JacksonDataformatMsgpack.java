package testbed.engines;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.msgpack.jackson.dataformat.MessagePackFactory;
import org.msgpack.jackson.dataformat.MessagePackMapper;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.measure.Encoder;
import testbed.objects.Once;

/**
 * MessagePack by the format's own module for Jackson 2: none for Jackson 3 is released. It keeps thread-local buffers, as bson4jackson does.
 * By itself it cuts integers, and takes a text, a fraction or nil for a number; here nothing is converted. What is missing is null or 0, and
 * of what comes twice it takes the last.
 */
final class JacksonDataformatMsgpack implements Engine {
    private static final List<String> CANONICAL = List.of(
            "Include.NON_NULL for optional fields: writes none that is absent",
            "a serializer for maps: writes entries in the order of their keys");
    private static final List<String> AS_WRITTEN = List.of(
            "a parser that cuts no integer, and takes neither bin nor ext",
            "FAIL_ON_NULL_FOR_PRIMITIVES, FAIL_ON_NUMBERS_FOR_ENUMS",
            "ALLOW_COERCION_OF_SCALARS and ACCEPT_FLOAT_AS_INT off, no coercion to texts");
    private static final Once<ObjectMapper> MAPPER = new Once<>(JacksonDataformatMsgpack::mapper);

    /** @throws IllegalStateException where the library would misread texts */
    private static ObjectMapper mapper() {
        if (Charset.defaultCharset() != StandardCharsets.UTF_8) {
            throw new IllegalStateException("the library reads short texts in the JVM's default charset, which is "
                    + Charset.defaultCharset() + "; start the JVM with -Dfile.encoding=UTF-8, or use JDK 18 or later");
        }
        return MessagePackMapper.builder(new StrictMsgpackFactory())
                .annotationIntrospector(new Jackson2Canonical.WrittenFields())
                .addModule(new Jackson2Canonical())
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .withCoercionConfig(
                        LogicalType.Textual, text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .build();
    }

    @Override
    public String name() {
        return library();
    }

    @Override
    public String library() {
        return "jackson-dataformat-msgpack";
    }

    @Override
    public String version() {
        return Libraries.version(MessagePackFactory.class);
    }

    @Override
    public Format format() {
        return Format.MESSAGEPACK;
    }

    @Override
    public List<Checks> checks() {
        return List.of(Checks.USUAL);
    }

    @Override
    public List<String> settings() {
        return Stream.of(CANONICAL, AS_WRITTEN).flatMap(List::stream).toList();
    }

    @Override
    public Optional<List<String>> writer() {
        return Optional.of(CANONICAL);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        return Jackson2Databind.decoder(MAPPER.get(), type, "nil");
    }

    @Override
    public Encoder encoder(Class<?> type) {
        ObjectWriter writer = MAPPER.get().writerFor(type);
        return object -> {
            try {
                return writer.writeValueAsBytes(object);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }
}
