package testbed.bench;

import com.ctc.wstx.stax.WstxInputFactory;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import de.undercouch.bson4jackson.BsonFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.xml.stream.XMLInputFactory;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.measure.Decoder;
import testbed.measure.Encoder;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.xml.XmlFactory;
import tools.jackson.dataformat.xml.XmlMapper;

/**
 * An engine that no server has: two of them differ in one thing, whose price is asked for. {@code bench_lab prices} names them. They read
 * the two object types that have a class with public fields beside their record.
 */
final class Priced implements Engine {
    /** All of them. */
    static final List<Priced> ALL = List.of(
            new Priced("json-records", Format.JSON, records(JsonMapper::new)),
            new Priced("json-fields", Format.JSON, fields(JsonMapper::new)),
            new Priced("json-thread-local-pool", Format.JSON, records(Priced::threadLocalPool)),
            new Priced("json-jdk-doubles", Format.JSON, records(Priced::jdkDoubles)),
            new Priced("bson-records", Format.BSON, records(Priced::bson)),
            new Priced("bson-fields", Format.BSON, fields(Priced::bson)),
            new Priced("xml-records", Format.XML, records(Priced::xml)),
            new Priced("xml-fields", Format.XML, fields(Priced::xml)),
            new Priced("protobuf-message", Format.PROTOBUF, Priced::message),
            new Priced("protobuf-object", Format.PROTOBUF, usual(Format.PROTOBUF)::decoder));

    private static final Map<Class<?>, Class<?>> FIELDS =
            Map.of(DummyObject.class, DummyFields.class, NumericObject.class, NumericFields.class);

    private final String name;
    private final Format format;
    private final Function<Class<?>, Decoder> reader;

    private Priced(String name, Format format, Function<Class<?>, Decoder> reader) {
        this.name = name;
        this.format = format;
        this.reader = reader;
    }

    /** What was decoded, as the record that it would have been. */
    static Object asRecord(Object decoded, Class<?> type) {
        if (decoded instanceof Message message) {
            return usual(Format.PROTOBUF).decoder(type).decode(message.toByteArray());
        }
        return type.isInstance(decoded) ? decoded : JsonMapper.shared().convertValue(decoded, type);
    }

    private static Function<Class<?>, Decoder> records(Supplier<ObjectMapper> mapper) {
        return type -> mapper.get().readerFor(type)::readValue;
    }

    private static Function<Class<?>, Decoder> fields(Supplier<ObjectMapper> mapper) {
        return type -> records(mapper).apply(FIELDS.get(type));
    }

    /** Without the copy into a record. */
    private static Decoder message(Class<?> type) {
        Parser<? extends Message> parser = type == DummyObject.class
                ? testbed.messages.DummyObject.parser()
                : testbed.messages.NumericObject.parser();
        return body -> {
            try {
                return parser.parseFrom(body);
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalArgumentException(e);
            }
        };
    }

    private static Engine usual(Format format) {
        return EngineRegistry.ENGINES.stream()
                .filter(engine -> engine.format() == format)
                .findFirst()
                .orElseThrow();
    }

    private static ObjectMapper threadLocalPool() {
        return new JsonMapper(JsonFactory.builder()
                .recyclerPool(JsonRecyclerPools.threadLocalPool())
                .build());
    }

    /** {@link Double#parseDouble} in place of Jackson's own parser; both are exact. */
    private static ObjectMapper jdkDoubles() {
        return JsonMapper.builder()
                .disable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                .build();
    }

    private static ObjectMapper bson() {
        return JsonMapper.builder(new BsonFactory()).build();
    }

    private static ObjectMapper xml() {
        XMLInputFactory woodstox = new WstxInputFactory();
        woodstox.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        woodstox.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return XmlMapper.builder(XmlFactory.builder().xmlInputFactory(woodstox).build())
                .defaultUseWrapper(false)
                .withConfigOverride(
                        List.class, lists -> lists.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
                .build();
    }

    @Override
    public Decoder decoder(Class<?> type) {
        return reader.apply(type);
    }

    /** The canonical bytes, as the default engine writes them. */
    @Override
    public Encoder encoder(Class<?> type) {
        return usual(format).encoder(type);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String library() {
        return "java-server";
    }

    @Override
    public String version() {
        return "";
    }

    @Override
    public Format format() {
        return format;
    }

    @Override
    public List<Checks> checks() {
        return List.of();
    }

    @Override
    public List<String> settings() {
        return List.of();
    }
}
