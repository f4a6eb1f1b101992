package testbed.engines;

import testbed.measure.Decoder;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;
import tools.jackson.module.blackbird.BlackbirdModule;

/**
 * The mechanics that all Jackson engines share; a subclass picks a mapper and states its quirks. Jackson alone fills a record by
 * {@code MethodHandle.invokeWithArguments}, which the compiler cannot look through; Blackbird, Jackson's own module, makes a call of it.
 */
abstract class JacksonEngine implements Engine {
    private final ObjectMapper mapper;

    JacksonEngine(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /** A mapper that writes fields in declared order and refuses whatever is not exactly the declared type. */
    static <M extends ObjectMapper, B extends MapperBuilder<M, B>> M strict(B builder) {
        return strict(builder, new StrictFields(false));
    }

    /** The same where an absent list is an empty one. */
    static <M extends ObjectMapper, B extends MapperBuilder<M, B>> M strictButForLists(B builder) {
        return strict(
                builder.addModule(new SimpleModule("lists").setDeserializerModifier(new ListsMayBeAbsent())),
                new StrictFields(true));
    }

    private static <M extends ObjectMapper, B extends MapperBuilder<M, B>> M strict(B builder, StrictFields fields) {
        AnnotationIntrospector usual = builder.annotationIntrospector();
        return builder.annotationIntrospector(AnnotationIntrospector.pair(fields, usual))
                .addModule(new BlackbirdModule())
                .addModule(new SimpleModule("enumerations").setDeserializerModifier(new ChoicesAsWritten()))
                .addModule(new SimpleModule("maps").setSerializerModifier(new MapsInOrder()))
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY, MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfig(
                        LogicalType.Textual, text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .withCoercionConfig(
                        LogicalType.Enum,
                        choice -> choice.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail))
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .enable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .build();
    }

    @Override
    public final Decoder decoder(Class<?> type) {
        ObjectReader reader = mapper.readerFor(type);
        return body -> {
            Object object = reader.readValue(body);
            if (object == null) { // what Jackson makes of a bare JSON null
                throw MismatchedInputException.from(null, type, "null where an object belongs");
            }
            return object;
        };
    }

    @Override
    public final Encoder encoder(Class<?> type) {
        ObjectWriter writer = mapper.writerFor(type);
        return writer::writeValueAsBytes;
    }
}
