package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.types.LogLine;

class ProtobufJavaTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final int MUTATED = 20_000;

    private final Engine engine = new ProtobufJava();

    /** The guard keeps such bodies from it; what gets there by a defect must not end the server. */
    @Test
    void of_mutated_bodies_it_reads_an_object_or_throws_what_its_callers_catch() {
        Random random = new Random(1);
        int refused = 0;
        for (int i = 0; i < MUTATED; i++) {
            ObjectType type = TYPES.all().get(i % TYPES.all().size());
            byte[] body = mutated(type.golden("protobuf"), random);
            Decoder decoder = engine.decoder(type.type());
            try {
                assertThat(decoder.decode(body)).isInstanceOf(type.type());
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
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

    @Test
    void a_map_is_written_in_the_order_of_its_keys_bytes_whatever_order_it_has() {
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
