package testbed.engines;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.PackageVersion;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import testbed.contract.Checks;
import testbed.measure.Decoder;
import testbed.objects.Once;

/**
 * JSON by jackson-databind 2, which most services still have: what the third version changed. By itself it refuses unknown fields, takes
 * the last of a repeated one, leaves null or 0 what is missing, takes null for numbers and booleans, texts for numbers and back, fractions
 * for integers, and what follows the object. It reads doubles by the JDK's own parser.
 */
final class Jackson2Databind extends Reading {
    private static final Once<JsonMapper> MAPPER =
            new Once<>(() -> JsonMapper.builder(factory()).build());

    Jackson2Databind(Engine usual) {
        super(
                "jackson2-databind",
                // Its artifact alone would be that of the third version, too.
                "com.fasterxml.jackson.core:jackson-databind",
                List.of(Checks.USUAL),
                List.of(JacksonDatabind.LONG_KEYS),
                usual);
    }

    private static JsonFactory factory() {
        StreamReadConstraints constraints =
                StreamReadConstraints.builder().maxNameLength(Integer.MAX_VALUE).build();
        return JsonFactory.builder().streamReadConstraints(constraints).build();
    }

    @Override
    public String version() {
        return PackageVersion.VERSION.toString();
    }

    @Override
    public Decoder decoder(Class<?> type) {
        return decoder(MAPPER.get(), type, "null");
    }

    /** What Jackson 2 reads by a mapper; what its format calls null is no object. */
    static Decoder decoder(ObjectMapper mapper, Class<?> type, String nothing) {
        ObjectReader reader = mapper.readerFor(type);
        return body -> {
            try {
                Object object = reader.readValue(body);
                if (object == null) { // what Jackson makes of it
                    throw MismatchedInputException.from(null, type, nothing + " where an object belongs");
                }
                return object;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }
}
