package testbed.engines;

import java.util.List;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.environment.Build;
import testbed.measure.Decoder;
import testbed.measure.Encoder;
import testbed.objects.Once;

/**
 * What the engines share that parse nothing: they tell how far an engine is from the limit, and are in no series. Outside of runs,
 * where nobody says what a body holds, and for writing, each is its format's default engine.
 */
abstract class Unparsed implements Engine {
    /** Whose they are: no library's, but the server's. */
    static final String LIBRARY = "java-server";

    private static final Once<String> VERSION = new Once<>(Build::ownVersion);

    private final Engine usual;
    private final String name;
    private final String setting;

    /** One of a kind, beside its format's default engine, with what it does. */
    Unparsed(String kind, Engine usual, String does) {
        this.usual = usual;
        this.name = kind + "-" + usual.format().lowerCase();
        this.setting = "parses nothing: " + does;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String library() {
        return LIBRARY;
    }

    @Override
    public final String version() {
        return VERSION.get();
    }

    @Override
    public final Format format() {
        return usual.format();
    }

    @Override
    public final List<Checks> checks() {
        return List.of();
    }

    @Override
    public final List<String> settings() {
        return List.of(setting);
    }

    /** What reads a body when the request does not say what it holds. */
    final Once<Decoder> usual(Class<?> type) {
        return new Once<>(() -> usual.decoder(type));
    }

    @Override
    public final Encoder encoder(Class<?> type) {
        return usual.encoder(type);
    }
}
