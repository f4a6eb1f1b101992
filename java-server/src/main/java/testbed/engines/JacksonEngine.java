package testbed.engines;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import testbed.contract.Checks;
import testbed.measure.Decoder;
import testbed.measure.Encoder;
import testbed.objects.Once;
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

/** The mechanics that all Jackson engines share; a subclass picks a mapper and states its quirks. The mapper is made when it is first used. */
abstract class JacksonEngine implements Engine {
    private static final List<String> CANONICAL = List.of(
            "SORT_PROPERTIES_ALPHABETICALLY off: writes fields in their schema's order",
            "Include.NON_NULL for optional fields: writes none that is absent",
            "a serializer for maps: writes entries in the order of their keys");
    private static final List<String> BLACKBIRD =
            List.of("jackson-module-blackbird: fills records by calls that the compiler looks through");
    private static final List<String> EQUAL = List.of(
            "required, and Nulls.FAIL, for each field but those that may be absent or null",
            "FAIL_ON_UNKNOWN_PROPERTIES, FAIL_ON_TRAILING_TOKENS, FAIL_ON_NULL_FOR_PRIMITIVES, FAIL_ON_NUMBERS_FOR_ENUMS",
            "ALLOW_COERCION_OF_SCALARS and ACCEPT_FLOAT_AS_INT off, no coercion to texts and enumerations",
            "a deserializer for enumerations: no white space around their texts");

    private final String library;
    private final String with;
    private final Form form;
    private final List<String> settings;
    private final Once<ObjectMapper> mapper;

    /** An engine of this form, with what is set up for its format besides. */
    JacksonEngine(String library, Form form, List<String> settings, Supplier<ObjectMapper> mapper) {
        this(library, "", form, settings, mapper);
    }

    /** The same with another library below it, which its name says behind its own. */
    JacksonEngine(String library, String with, Form form, List<String> settings, Supplier<ObjectMapper> mapper) {
        this.library = library;
        this.with = with;
        this.form = form;
        this.settings = Stream.of(
                        settings,
                        CANONICAL,
                        form.hasBlackbird() ? BLACKBIRD : List.<String>of(),
                        form.isEqual() ? EQUAL : List.<String>of())
                .flatMap(List::stream)
                .toList();
        this.mapper = new Once<>(mapper);
    }

    /** A mapper of this form, which writes the canonical form. */
    static <M extends ObjectMapper, B extends MapperBuilder<M, B>> M mapper(B builder, Form form) {
        return mapper(builder, form, false);
    }

    /** The same where an absent list is an empty one to equal checks, too. */
    static <M extends ObjectMapper, B extends MapperBuilder<M, B>> M mapperButForLists(B builder, Form form) {
        if (form.isEqual()) {
            builder.addModule(new SimpleModule("lists").setDeserializerModifier(new ListsMayBeAbsent()));
        }
        return mapper(builder, form, true);
    }

    private static <M extends ObjectMapper, B extends MapperBuilder<M, B>> M mapper(
            B builder, Form form, boolean listsMayBeAbsent) {
        AnnotationIntrospector ours = form.isEqual() ? new StrictFields(listsMayBeAbsent) : new WrittenFields();
        builder.annotationIntrospector(AnnotationIntrospector.pair(ours, builder.annotationIntrospector()))
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY);
        if (form.hasBlackbird()) {
            builder.addModule(new BlackbirdModule());
        }
        if (form.isEqual()) {
            checkEqually(builder);
        }
        return builder.addModule(new SimpleModule("maps").setSerializerModifier(new MapsInOrder()))
                .build();
    }

    /** Makes a mapper refuse whatever is not exactly the declared type. */
    private static <M extends ObjectMapper, B extends MapperBuilder<M, B>> void checkEqually(B builder) {
        builder.addModule(new SimpleModule("enumerations").setDeserializerModifier(new ChoicesAsWritten()))
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
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
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
    }

    @Override
    public final String name() {
        return library + with + form.suffix();
    }

    @Override
    public final String library() {
        return library;
    }

    @Override
    public final List<Checks> checks() {
        return List.of(form.checks());
    }

    @Override
    public final List<String> settings() {
        return settings;
    }

    @Override
    public final Optional<List<String>> writer() {
        if (form.isEqual()) { // It writes as the other forms do.
            return Optional.empty();
        }
        return Optional.of(Stream.of(written(), CANONICAL, form.hasBlackbird() ? BLACKBIRD : List.<String>of())
                .flatMap(List::stream)
                .toList());
    }

    /** What is set up for the format's writer besides. */
    List<String> written() {
        return List.of();
    }

    @Override
    public final Decoder decoder(Class<?> type) {
        ObjectReader reader = mapper.get().readerFor(type);
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
        ObjectWriter writer = mapper.get().writerFor(type);
        return writer::writeValueAsBytes;
    }
}
