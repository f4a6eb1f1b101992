package testbed.period;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.WrittenDouble;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.types.DummyObject;

/** Every number of {@code providers/vectors/doubles.json}, read by the engines of this profile. */
class PeriodDoublesTest {
    private static final List<WrittenDouble> NUMBERS = WrittenDouble.all();
    private static final ObjectType TYPE =
            new ObjectTypes().named("DummyObject").orElseThrow();
    /** The doubles of the type: each body holds three numbers. */
    private static final List<String> FIELDS = List.of("balance", "latitude", "longitude");

    static Stream<Arguments> engines() {
        return PeriodMain.engines().stream()
                .filter(engine -> !EngineRegistry.ENGINES.contains(engine))
                .map(engine -> Arguments.of(engine.name(), engine));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("engines")
    void every_engine_reads_the_nearest_double(String name, Engine engine) {
        String golden = new String(TYPE.golden(engine.format().lowerCase()), StandardCharsets.UTF_8);
        Decoder decoder = engine.decoder(TYPE.type());
        Decoder usual = EngineRegistry.ENGINES.stream()
                .filter(one -> one.format() == engine.format())
                .findFirst()
                .orElseThrow()
                .decoder(TYPE.type());
        List<String> misread = new ArrayList<>();
        for (int first = 0; first < NUMBERS.size(); first += FIELDS.size()) {
            List<WrittenDouble> due = NUMBERS.subList(first, first + FIELDS.size());
            byte[] body = body(golden, due).getBytes(StandardCharsets.UTF_8);
            if (engine instanceof XmlDecoder) {
                // It reads no body, but its own text of the object that is expected.
                decoder.expect(usual.decode(body));
            }
            DummyObject read = (DummyObject) decoder.decode(body);
            List<Double> doubles = List.of(read.balance(), read.latitude(), read.longitude());
            for (int i = 0; i < due.size(); i++) {
                if (!due.get(i).is(doubles.get(i))) {
                    misread.add(due.get(i).text());
                }
            }
        }
        assertThat(misread).as(name).isEmpty();
    }

    /** The golden body, with these numbers in place of its own. */
    private static String body(String golden, List<WrittenDouble> numbers) {
        String body = golden;
        for (int i = 0; i < numbers.size(); i++) {
            String start = "(?<start>" + FIELDS.get(i) + "(\":|>))";
            body = body.replaceFirst(
                    start + "[-+0-9.eE]+", "${start}" + numbers.get(i).text());
        }
        return body;
    }
}
