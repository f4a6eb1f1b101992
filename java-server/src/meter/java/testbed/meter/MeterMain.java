package testbed.meter;

import java.util.ArrayList;
import java.util.List;
import testbed.Main;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.objects.ObjectTypes;

/** Starts the server with engines of known cost beside its own, to prove what it measures. In builds with the profile {@code meter} alone. */
public final class MeterMain {
    private MeterMain() {}

    /** As {@link Main#main}. */
    public static void main(String[] args) {
        Main.serve(types -> new EngineRegistry(engines(types), types));
    }

    /** Those of the server first, so that none of the others is a default. */
    static List<Engine> engines(ObjectTypes types) {
        List<Engine> engines = new ArrayList<>(EngineRegistry.ENGINES);
        Engine json = engines.get(0);
        for (int us : new int[] {1, 2, 5, 20}) {
            engines.add(new BusyWait(us, json, types));
        }
        engines.add(new Slower(json));
        return engines;
    }
}
