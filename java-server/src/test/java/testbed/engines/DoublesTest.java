package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.WrittenDouble;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.contract.Operation;
import testbed.contract.Rules;
import testbed.guard.Guard;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.excerpts.NumericExcerpt;
import testbed.objects.types.NumericObject;
import testbed.objects.types.Order;
import testbed.objects.types.Polygon;

/** Every number of {@code providers/vectors/doubles.json}, which each engine of a format that writes digits, or BSON, must read as its nearest double. */
class DoublesTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final List<WrittenDouble> NUMBERS = WrittenDouble.all();
    /** Those that a document may hold as a whole number, whose nearest double is due of it all the same. */
    private static final List<WrittenDouble> WHOLE =
            NUMBERS.stream().filter(number -> whole(number).isPresent()).toList();
    /** MongoDB's codec of doubles reads the whole numbers that a double holds, and refuses the others. */
    private static final Set<String> REFUSING = Set.of("mongodb-record-codec", "mongodb-record-codec-partial");

    private static final String SIGNLESS = "fastjson2-jsonpath";

    static Stream<Arguments> engines() {
        return EngineRegistry.ENGINES.stream()
                .filter(engine -> engine.operation() != Operation.ENCODE && !(engine instanceof Unparsed))
                .filter(engine -> engine.format().rules() != Rules.KNOWN)
                .filter(engine -> !Set.of("fastjson2", SIGNLESS).contains(engine.name()))
                .map(engine -> Arguments.of(engine.name(), engine));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("engines")
    void every_engine_reads_the_nearest_double(String name, Engine engine) {
        assertThat(misread(engine, NUMBERS, DoublesTest::real)).as(name).isEmpty();
    }

    static Stream<Arguments> engines_of_bson() {
        return engines().filter(one -> ((Engine) one.get()[1]).format() == Format.BSON);
    }

    /** BSON holds a double as its bits, or as a whole number that each engine makes a double of. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("engines_of_bson")
    void every_engine_of_bson_reads_the_double_nearest_to_a_whole_number(String name, Engine engine) {
        List<WrittenDouble> read = REFUSING.contains(name)
                ? WHOLE.stream().filter(DoublesTest::isExact).toList()
                : WHOLE;
        assertThat(read).hasSizeGreaterThan(150);
        assertThat(misread(engine, read, DoublesTest::integer)).as(name).isEmpty();
        assertThat(WHOLE.stream().filter(number -> !read.contains(number)))
                .allSatisfy(number -> assertThatThrownBy(() -> misread(engine, List.of(number), DoublesTest::integer))
                        .isInstanceOf(BsonInvalidOperationException.class));
    }

    /** It comes to a double by a BigDecimal, which knows no minus zero; that it says among its settings. */
    @Test
    void one_engine_of_three_fields_loses_the_sign_of_a_zero_and_nothing_else() {
        Engine engine = EngineRegistry.ENGINES.stream()
                .filter(one -> one.name().equals(SIGNLESS))
                .findFirst()
                .orElseThrow();
        List<String> minusZeros = NUMBERS.stream()
                .filter(WrittenDouble::isMinusZero)
                .map(WrittenDouble::text)
                .toList();
        assertThat(misread(engine, NUMBERS, DoublesTest::real))
                .as("it keeps them all by now: put it back among those above")
                .isNotEmpty()
                .isEqualTo(minusZeros);
        assertThat(engine.settings()).anyMatch(setting -> setting.startsWith("reads -0.0 as 0.0"));
    }

    /** What it misreads are ties, and zeros whose sign an exponent takes away; {@link Fastjson2} says so. */
    @Test
    void one_engine_misreads_some_and_so_stands_in_no_series() {
        Engine engine = new Fastjson2(new JacksonDatabind(Form.PLAIN));
        assertThat(misread(engine, NUMBERS, DoublesTest::real))
                .as("it reads all of them by now: put it back into the series, and among those above")
                .isNotEmpty()
                .contains("9007199254740993.0");
        assertThat(engine.checks()).doesNotContain(Checks.values());
    }

    /** Of these numbers, those that it misreads; a document of BSON holds each as what {@code held} makes of it. */
    private static List<String> misread(
            Engine engine, List<WrittenDouble> numbers, Function<WrittenDouble, BsonValue> held) {
        Bodies bodies = new Bodies(engine.format(), held);
        if (engine.operation() == Operation.PARTIAL) {
            return different(numbers, numbers.stream().map(number -> excerpt(engine, bodies, number)));
        }
        List<String> different = new ArrayList<>();
        NumericObject track = read(engine, NumericObject.class, bodies.track(numbers));
        different.addAll(different(numbers, track.coordinates().stream().map(point -> point.latitude())));
        if (engine.reads(Order.class)) {
            Order order = read(engine, Order.class, bodies.order(numbers));
            different.addAll(different(numbers, order.lines().stream().map(Order.Line::unitPrice)));
            different.addAll(different(numbers, order.lines().stream().map(Order.Line::discount)));
        }
        boolean carried = TYPES.named("Polygon")
                .orElseThrow()
                .uncarriedBy(engine.format())
                .isEmpty();
        if (carried && engine.reads(Polygon.class)) {
            Polygon polygon = read(engine, Polygon.class, bodies.polygon(numbers));
            different.addAll(different(numbers, polygon.bbox().stream()));
            different.addAll(different(numbers, polygon.coordinates().get(0).get(0).stream()));
        }
        return different;
    }

    private static List<String> different(List<WrittenDouble> due, Stream<Double> read) {
        List<Double> doubles = read.toList();
        assertThat(doubles).hasSameSizeAs(due);
        List<String> different = new ArrayList<>();
        for (int i = 0; i < due.size(); i++) {
            if (!due.get(i).is(doubles.get(i))) {
                different.add(due.get(i).text());
            }
        }
        return different;
    }

    /** In the fifth place, which is the one that an excerpt has. */
    private static Double excerpt(Engine engine, Bodies bodies, WrittenDouble number) {
        WrittenDouble other = new WrittenDouble("7", Double.doubleToRawLongBits(7));
        byte[] body = bodies.track(List.of(other, other, other, other, number));
        NumericExcerpt excerpt =
                (NumericExcerpt) engine.decoder(NumericObject.class).decode(body);
        return excerpt.latitude();
    }

    private static <T> T read(Engine engine, Class<T> type, byte[] body) {
        ObjectType known = TYPES.named(type.getSimpleName()).orElseThrow();
        Guard.of(engine.format(), known).check(body);
        return type.cast(engine.decoder(type).decode(body));
    }

    private static BsonValue real(WrittenDouble number) {
        return new BsonDouble(Double.longBitsToDouble(number.bits()));
    }

    private static BsonValue integer(WrittenDouble number) {
        long whole = whole(number).orElseThrow();
        return whole == (int) whole ? new BsonInt32((int) whole) : new BsonInt64(whole);
    }

    private static boolean isExact(WrittenDouble number) {
        return (long) Double.longBitsToDouble(number.bits()) == whole(number).orElseThrow();
    }

    /** The number where it is a whole one of 64 bits. None of these is a zero, which may have a sign. */
    private static OptionalLong whole(WrittenDouble number) {
        String digits = number.text().replaceFirst("\\.0*$", "");
        try {
            return digits.matches("-?[1-9][0-9]*") ? OptionalLong.of(Long.parseLong(digits)) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty(); // one of more bits
        }
    }

    /** Bodies of a format that hold such numbers. */
    private record Bodies(Format format, Function<WrittenDouble, BsonValue> held) {
        byte[] track(List<WrittenDouble> numbers) {
            return format == Format.XML
                    ? joined(
                            "<NumericObject><id>a</id><index>1</index><numbr>2</numbr>",
                            numbers,
                            "",
                            number -> "<coordinates><timestamp>1</timestamp><latitude>" + number
                                    + "</latitude><longitude>2.5</longitude></coordinates>",
                            "</NumericObject>")
                    : joined(
                            "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[",
                            numbers,
                            ",",
                            number -> "{\"timestamp\":1,\"latitude\":" + number + ",\"longitude\":2.5}",
                            "]}");
        }

        byte[] order(List<WrittenDouble> numbers) {
            return format == Format.XML
                    ? joined(
                            "<Order><id>a</id><number>1</number><status>paid</status><placedAt>p</placedAt>"
                                    + "<customer><id>1</id><name>n</name><email>e</email>"
                                    + "<isCompany>true</isCompany></customer>"
                                    + "<billing><street>s</street><city>c</city><postcode>1</postcode>"
                                    + "<country>DE</country></billing>",
                            numbers,
                            "",
                            number -> "<lines><sku>a</sku><title>t</title><quantity>1</quantity><unitPrice>" + number
                                    + "</unitPrice><discount>" + number + "</discount></lines>",
                            "<total>1</total><currency>EUR</currency></Order>")
                    : joined(
                            "{\"id\":\"a\",\"number\":1,\"status\":\"paid\",\"placedAt\":\"p\","
                                    + "\"customer\":{\"id\":1,\"name\":\"n\",\"email\":\"e\","
                                    + "\"isCompany\":true},"
                                    + "\"billing\":{\"street\":\"s\",\"city\":\"c\",\"postcode\":\"1\","
                                    + "\"country\":\"DE\"},\"lines\":[",
                            numbers,
                            ",",
                            number -> "{\"sku\":\"a\",\"title\":\"t\",\"quantity\":1,\"unitPrice\":" + number
                                    + ",\"discount\":" + number + ",\"tags\":[]}",
                            "],\"total\":1.0,\"currency\":\"EUR\"}");
        }

        byte[] polygon(List<WrittenDouble> numbers) {
            String list = items(numbers, ",", number -> number);
            return bytes("{\"type\":\"Polygon\",\"bbox\":[" + list + "],\"coordinates\":[[[" + list + "]]]}", numbers);
        }

        private byte[] joined(
                String head, List<WrittenDouble> numbers, String between, Function<String, String> item, String tail) {
            return bytes(head + items(numbers, between, item) + tail, numbers);
        }

        /** An item for each number; where BSON is made of it, there stands its place in the list, as a text. */
        private String items(List<WrittenDouble> numbers, String between, Function<String, String> item) {
            return IntStream.range(0, numbers.size())
                    .mapToObj(i -> format.isText() ? numbers.get(i).text() : "\"#" + i + "\"")
                    .map(item)
                    .collect(Collectors.joining(between));
        }

        private byte[] bytes(String text, List<WrittenDouble> numbers) {
            if (format.isText()) {
                return text.getBytes(StandardCharsets.UTF_8);
            }
            BsonDocument document = BsonDocument.parse(text);
            filled(document, numbers);
            BasicOutputBuffer out = new BasicOutputBuffer();
            EncoderContext context = EncoderContext.builder().build();
            new BsonDocumentCodec().encode(new BsonBinaryWriter(out), document, context);
            return out.toByteArray();
        }

        private BsonValue filled(BsonValue value, List<WrittenDouble> numbers) {
            if (value instanceof BsonDocument document) {
                document.replaceAll((name, inner) -> filled(inner, numbers));
            } else if (value instanceof BsonArray array) {
                array.replaceAll(inner -> filled(inner, numbers));
            } else if (value instanceof BsonString text && text.getValue().startsWith("#")) {
                return held.apply(numbers.get(Integer.parseInt(text.getValue().substring(1))));
            }
            return value;
        }
    }
}
