package testbed.engines;

import java.util.List;
import java.util.function.Function;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.measure.Decoder;
import testbed.measure.Encoder;

/** Two engines with equal checks as one: what one of them reads the other reads to an equal object. */
record EqualForms(Engine plain, Engine other) implements Engine {
    /** Those of a library, with Blackbird and without. */
    static EqualForms of(Function<Form, Engine> library) {
        return new EqualForms(library.apply(Form.EQUAL), library.apply(Form.BLACKBIRD_EQUAL));
    }

    @Override
    public String name() {
        return plain.name();
    }

    @Override
    public String library() {
        return plain.library();
    }

    @Override
    public String version() {
        return plain.version();
    }

    @Override
    public Format format() {
        return plain.format();
    }

    @Override
    public List<Checks> checks() {
        return plain.checks();
    }

    @Override
    public List<String> settings() {
        return plain.settings();
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Decoder first = plain.decoder(type);
        Decoder second = other.decoder(type);
        return body -> {
            Object object;
            try {
                object = first.decode(body);
            } catch (RuntimeException refusal) {
                mustRefuse(second, body, refusal);
                throw refusal;
            }
            if (!object.equals(second.decode(body))) {
                throw new AssertionError(other.name() + " reads another object");
            }
            return object;
        };
    }

    private static void mustRefuse(Decoder decoder, byte[] body, RuntimeException refusal) {
        Object read;
        try {
            read = decoder.decode(body);
        } catch (RuntimeException expected) {
            return;
        }
        throw new AssertionError("refused by one, and by the other read: " + read, refusal);
    }

    @Override
    public Encoder encoder(Class<?> type) {
        return plain.encoder(type);
    }
}
