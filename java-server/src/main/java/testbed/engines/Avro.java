package testbed.engines;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.engines.avro.Value;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.measure.Encoder;

/**
 * Avro's bare datum by Apache's library, which has no reader of records: each field is read and written in its order by the library's binary
 * decoder and encoder, as the classes do that it generates. A datum has no names, so that nothing can be unknown, missing or there twice;
 * it does not look behind the datum.
 */
final class Avro implements Engine {
    private static final List<String> SETTINGS =
            List.of("fields in their order, by the library's binary decoder and encoder: it fills no records itself");

    @Override
    public String name() {
        return library();
    }

    @Override
    public String library() {
        return "avro";
    }

    @Override
    public String version() {
        return Libraries.version(DecoderFactory.class);
    }

    @Override
    public Format format() {
        return Format.AVRO;
    }

    @Override
    public List<Checks> checks() {
        return List.of(Checks.USUAL);
    }

    @Override
    public List<String> settings() {
        return SETTINGS;
    }

    @Override
    public Optional<List<String>> writer() {
        return Optional.of(List.of(SETTINGS.get(0), "maps with their keys in the order of their bytes"));
    }

    @Override
    public Decoder decoder(Class<?> type) {
        return new Reader(Value.of(type));
    }

    @Override
    public Encoder encoder(Class<?> type) {
        Value value = Value.of(type);
        return object -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try {
                value.writing().write(object, EncoderFactory.get().directBinaryEncoder(out, null));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return out.toByteArray();
        };
    }

    /** Uses the library's decoder again, as its documentation advises. */
    private static final class Reader implements Decoder {
        private final Value value;
        private BinaryDecoder in;

        Reader(Value value) {
            this.value = value;
        }

        @Override
        public Object decode(byte[] body) {
            in = DecoderFactory.get().binaryDecoder(body, in);
            try {
                return value.reading().read(in);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
