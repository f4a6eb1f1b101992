package testbed.engines;

import java.util.List;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.measure.Encoder;

/**
 * What the engines share whose library is here for reading: they write by their format's default engine, since no setting makes the
 * library's own writer write the canonical bytes.
 */
public abstract class Reading implements Engine {
    private final String name;
    private final String library;
    private final List<Checks> checks;
    private final List<String> settings;
    private final Engine usual;

    /** An engine of a library, beside its format's default engine. */
    protected Reading(String name, String library, List<Checks> checks, List<String> settings, Engine usual) {
        this.name = name;
        this.library = library;
        this.checks = checks;
        this.settings = settings;
        this.usual = usual;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String library() {
        return library;
    }

    /** Its format's default engine. */
    protected final Engine usual() {
        return usual;
    }

    @Override
    public final Format format() {
        return usual.format();
    }

    @Override
    public final List<Checks> checks() {
        return checks;
    }

    @Override
    public final List<String> settings() {
        return settings;
    }

    @Override
    public final Encoder encoder(Class<?> type) {
        return usual.encoder(type);
    }
}
