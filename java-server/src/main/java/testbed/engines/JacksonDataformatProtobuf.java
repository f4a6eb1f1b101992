package testbed.engines;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import testbed.contract.Checks;
import testbed.measure.Decoder;
import testbed.objects.Once;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.dataformat.protobuf.PackageVersion;
import tools.jackson.dataformat.protobuf.ProtobufMapper;

/**
 * Protobuf by Jackson's module, which needs no code that protoc made: it reads a type's {@code .proto} when somebody first asks for the type,
 * and fills records by it as Jackson does from JSON. It refuses unknown fields. Of a field that is there twice it takes the last; what is
 * missing is null, 0 or false.
 */
final class JacksonDataformatProtobuf extends Reading {
    private static final JsonSetter.Value AS_EMPTY = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);

    private static final Once<ProtobufMapper> MAPPER = new Once<>(JacksonDataformatProtobuf::mapper);

    JacksonDataformatProtobuf(Engine usual) {
        super(
                "jackson-dataformat-protobuf",
                "jackson-dataformat-protobuf",
                List.of(Checks.USUAL),
                List.of(
                        "ALLOW_EXPLICIT_PROPERTY_RENAMING: components have the names of their fields in the .proto",
                        "Nulls.AS_EMPTY for lists and maps: one that is not there is empty",
                        "a deserializer for enumerations: the first has number 1, where the library takes it for 0",
                        "a deserializer for lists and maps inside others, which are messages with one field"),
                usual);
    }

    private static ProtobufMapper mapper() {
        return ProtobufMapper.builder()
                .propertyNamingStrategy(new NamesByNumber())
                .enable(MapperFeature.ALLOW_EXPLICIT_PROPERTY_RENAMING)
                .withConfigOverride(List.class, lists -> lists.setNullHandling(AS_EMPTY))
                .withConfigOverride(Map.class, maps -> maps.setNullHandling(AS_EMPTY))
                .addModule(new SimpleModule("enumerations").setDeserializerModifier(new ChoicesByNumber()))
                .addTypeModifier(new ItemsInMessages())
                .build();
    }

    @Override
    public String version() {
        return PackageVersion.VERSION.toString();
    }

    @Override
    public Decoder decoder(Class<?> type) {
        ObjectReader reader = MAPPER.get().readerFor(type).with(NamesByNumber.schema(type));
        return reader::readValue;
    }
}
