package testbed.meter;

import java.util.List;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.engines.Engine;
import testbed.measure.Encoder;

/** What the meter's engines share: they write as the default JSON engine does, and know what a reading of the clock costs. */
abstract class MeterEngine implements Engine {
    private static final String VERSION = MeterEngine.class.getPackage().getImplementationVersion();

    final Engine json;
    private final String name;

    MeterEngine(String name, Engine json) {
        this.name = name;
        this.json = json;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String library() {
        return "meter";
    }

    @Override
    public final String version() {
        return VERSION;
    }

    @Override
    public final Format format() {
        return Format.JSON;
    }

    /** None: it is compared with nothing. */
    @Override
    public final List<Checks> checks() {
        return List.of();
    }

    @Override
    public final List<String> settings() {
        return List.of();
    }

    @Override
    public final Encoder encoder(Class<?> type) {
        return json.encoder(type);
    }
}
