package testbed.meter;

import testbed.engines.Engine;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/** Takes just so long over every body and gives the canonical object, whatever the body says. */
final class BusyWait extends MeterEngine {
    private final ObjectTypes types;
    private final long ns;

    BusyWait(int us, Engine json, ObjectTypes types) {
        super("busy-wait-" + us + "us", json);
        this.types = types;
        this.ns = us * 1000L - Clock.AROUND_NS;
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Object canonical = types.all().stream()
                .filter(known -> known.type() == type)
                .map(ObjectType::canonical)
                .findFirst()
                .orElseThrow();
        return body -> {
            Clock.until(System.nanoTime() + ns);
            return canonical;
        };
    }
}
