package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Providers;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.contract.Operation;
import testbed.contract.Wire;
import testbed.guard.Guard;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.excerpts.NumericExcerpt;
import testbed.objects.types.NumericObject;
import testbed.objects.types.Order;
import testbed.objects.types.Polygon;
import tools.jackson.databind.JsonNode;

/** Every number of {@code providers/vectors/doubles.json}, which each engine must read as its nearest double. */
class DoublesTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final List<Written> NUMBERS = numbers();

    /** What a body has, and the bits of its nearest double. */
    private record Written(String text, long bits) {}

    static Stream<Arguments> engines() {
        return EngineRegistry.ENGINES.stream()
                .filter(engine -> engine.format() != Format.BSON)
                .filter(engine -> engine.operation() != Operation.ENCODE && !(engine instanceof Unparsed))
                .filter(engine -> !engine.name().equals("fastjson2"))
                .map(engine -> Arguments.of(engine.name(), engine));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("engines")
    void every_engine_reads_the_nearest_double(String name, Engine engine) {
        assertThat(misread(engine)).as(name).isEmpty();
    }

    /** What it misreads are ties, and zeros whose sign an exponent takes away; {@link Fastjson2} says so. */
    @Test
    void one_engine_misreads_some_and_so_stands_in_no_series() {
        Engine engine = new Fastjson2(new JacksonDatabind(Form.PLAIN));
        assertThat(misread(engine))
                .as("it reads all of them by now: put it back into the series, and among those above")
                .isNotEmpty()
                .contains("9007199254740993.0");
        assertThat(engine.checks()).doesNotContain(Checks.values());
    }

    private static List<String> misread(Engine engine) {
        if (engine.operation() == Operation.PARTIAL) {
            // Its paths know no minus zero, as its file says.
            boolean isUnsigned = engine.name().equals("fastjson2-jsonpath");
            List<Written> numbers = NUMBERS.stream()
                    .filter(number -> !isUnsigned || number.bits() != Double.doubleToRawLongBits(-0.0))
                    .toList();
            return different(numbers, numbers.stream().map(number -> excerpt(engine, number)));
        }
        List<String> different = new ArrayList<>();
        NumericObject track = read(engine, NumericObject.class, track(engine.format(), NUMBERS));
        different.addAll(different(NUMBERS, track.coordinates().stream().map(point -> point.latitude())));
        if (engine.reads(Order.class)) {
            Order order = read(engine, Order.class, order(engine.format()));
            different.addAll(different(NUMBERS, order.lines().stream().map(Order.Line::unitPrice)));
            different.addAll(different(NUMBERS, order.lines().stream().map(Order.Line::discount)));
        }
        if (engine.format() == Format.JSON) {
            Polygon polygon = read(engine, Polygon.class, polygon());
            different.addAll(different(NUMBERS, polygon.bbox().stream()));
            different.addAll(different(NUMBERS, polygon.coordinates().get(0).get(0).stream()));
        }
        return different;
    }

    private static List<String> different(List<Written> due, Stream<Double> read) {
        List<Double> doubles = read.toList();
        assertThat(doubles).hasSameSizeAs(due);
        List<String> different = new ArrayList<>();
        for (int i = 0; i < due.size(); i++) {
            if (Double.doubleToRawLongBits(doubles.get(i)) != due.get(i).bits()) {
                different.add(due.get(i).text());
            }
        }
        return different;
    }

    /** In the fifth place, which is the one that an excerpt has. */
    private static Double excerpt(Engine engine, Written number) {
        Written other = new Written("7.5", 0);
        byte[] body = track(engine.format(), List.of(other, other, other, other, number));
        NumericExcerpt excerpt =
                (NumericExcerpt) engine.decoder(NumericObject.class).decode(body);
        return excerpt.latitude();
    }

    private static <T> T read(Engine engine, Class<T> type, byte[] body) {
        ObjectType known = TYPES.named(type.getSimpleName()).orElseThrow();
        Guard.of(engine.format(), known).check(body);
        return type.cast(engine.decoder(type).decode(body));
    }

    private static byte[] track(Format format, List<Written> numbers) {
        return format == Format.XML
                ? utf8(
                        "<NumericObject><id>a</id><index>1</index><numbr>2</numbr>",
                        numbers,
                        "",
                        number -> "<coordinates><timestamp>1</timestamp><latitude>" + number
                                + "</latitude><longitude>2.5</longitude></coordinates>",
                        "</NumericObject>")
                : utf8(
                        "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[",
                        numbers,
                        ",",
                        number -> "{\"timestamp\":1,\"latitude\":" + number + ",\"longitude\":2.5}",
                        "]}");
    }

    private static byte[] order(Format format) {
        return format == Format.XML
                ? utf8(
                        "<Order><id>a</id><number>1</number><status>paid</status><placedAt>p</placedAt>"
                                + "<customer><id>1</id><name>n</name><email>e</email><isCompany>true</isCompany></customer>"
                                + "<billing><street>s</street><city>c</city><postcode>1</postcode>"
                                + "<country>DE</country></billing>",
                        NUMBERS,
                        "",
                        number -> "<lines><sku>a</sku><title>t</title><quantity>1</quantity><unitPrice>" + number
                                + "</unitPrice><discount>" + number + "</discount></lines>",
                        "<total>1</total><currency>EUR</currency></Order>")
                : utf8(
                        "{\"id\":\"a\",\"number\":1,\"status\":\"paid\",\"placedAt\":\"p\","
                                + "\"customer\":{\"id\":1,\"name\":\"n\",\"email\":\"e\",\"isCompany\":true},"
                                + "\"billing\":{\"street\":\"s\",\"city\":\"c\",\"postcode\":\"1\","
                                + "\"country\":\"DE\"},\"lines\":[",
                        NUMBERS,
                        ",",
                        number -> "{\"sku\":\"a\",\"title\":\"t\",\"quantity\":1,\"unitPrice\":" + number
                                + ",\"discount\":" + number + ",\"tags\":[]}",
                        "],\"total\":1.0,\"currency\":\"EUR\"}");
    }

    private static byte[] polygon() {
        String list = NUMBERS.stream().map(Written::text).collect(Collectors.joining(",", "[", "]"));
        String body = "{\"type\":\"Polygon\",\"bbox\":" + list + ",\"coordinates\":[[" + list + "]]}";
        return body.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] utf8(
            String head, List<Written> numbers, String between, Function<String, String> item, String tail) {
        return numbers.stream()
                .map(number -> item.apply(number.text()))
                .collect(Collectors.joining(between, head, tail))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static List<Written> numbers() {
        try {
            List<Written> numbers = new ArrayList<>();
            for (JsonNode kind : Wire.MAPPER.readTree(Providers.vectors("doubles.json"))) {
                for (JsonNode number : kind) {
                    long bits = Long.parseUnsignedLong(number.get(1).stringValue(), 16);
                    numbers.add(new Written(number.get(0).stringValue(), bits));
                }
            }
            return List.copyOf(numbers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
