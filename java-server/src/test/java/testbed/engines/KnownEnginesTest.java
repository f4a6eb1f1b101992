package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Everything;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.contract.Rules;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.types.LogLine;

/** The engines of formats whose guard passes known bodies alone. */
class KnownEnginesTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final int MUTATED = 20_000;

    static Stream<Engine> engines() {
        EngineRegistry registry = new EngineRegistry(TYPES);
        return Arrays.stream(Format.values())
                .filter(format -> format.rules() == Rules.KNOWN)
                .flatMap(format -> registry.of(format, Checks.USUAL).stream())
                .map(CheckedEngine::engine);
    }

    /** The guard keeps such bodies from it; what gets there by a defect must not end the server. */
    @ParameterizedTest
    @MethodSource("engines")
    void of_mutated_bodies_it_reads_an_object_or_throws_what_its_callers_catch(Engine engine) {
        List<ObjectType> types = Everything.carriedBy(engine.format()).toList();
        Map<ObjectType, Decoder> decoders = new HashMap<>();
        Random random = new Random(1);
        int refused = 0;
        for (int i = 0; i < MUTATED; i++) {
            ObjectType type = types.get(i % types.size());
            byte[] body = mutated(type.golden(engine.format().lowerCase()), random);
            Decoder decoder = decoders.computeIfAbsent(type, of -> engine.decoder(of.type()));
            try {
                assertThat(decoder.decode(body)).isInstanceOf(type.type());
            } catch (RuntimeException e) {
                refused++; // by the library; or an enumeration has no such number
            }
        }
        assertThat(refused).isBetween(MUTATED / 10, MUTATED);
    }

    private static byte[] mutated(byte[] golden, Random random) {
        byte[] body = Arrays.copyOf(golden, random.nextInt(4) == 0 ? random.nextInt(golden.length) : golden.length);
        for (int i = random.nextInt(4); i >= 0 && body.length > 0; i--) {
            body[random.nextInt(body.length)] = (byte) random.nextInt(256);
        }
        return body;
    }

    @ParameterizedTest
    @MethodSource("engines")
    void a_map_is_written_in_the_order_of_its_keys_bytes_whatever_order_it_has(Engine engine) {
        LogLine line = (LogLine) TYPES.named("LogLine").orElseThrow().canonical();
        Map<String, String> labels = new LinkedHashMap<>();
        // By their UTF-16 the last two would stand the other way round.
        for (String key : new String[] {"\ud835\udc82", "\uff46", "b", ""}) {
            labels.put(key, "");
        }
        byte[] body = engine.encoder(LogLine.class).encode(with(line, labels));
        assertThat(((LogLine) engine.decoder(LogLine.class).decode(body))
                        .labels()
                        .keySet())
                .containsExactly("", "b", "\uff46", "\ud835\udc82");
    }

    private static LogLine with(LogLine line, Map<String, String> labels) {
        return new LogLine(
                line.timestamp(),
                line.logLevel(),
                line.message(),
                line.serviceName(),
                line.serviceVersion(),
                line.hostIp(),
                line.processThreadId(),
                line.traceId(),
                line.spanId(),
                line.httpRequestMethod(),
                line.urlPath(),
                line.httpResponseStatusCode(),
                line.eventDuration(),
                line.eventSuccess(),
                labels,
                line.error());
    }
}
