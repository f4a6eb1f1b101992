package testbed.meter;

import testbed.engines.Engine;
import testbed.measure.Decoder;

/** Decodes as the default JSON engine does, and takes a tenth longer over it. */
final class Slower extends MeterEngine {
    Slower(Engine json) {
        super(json.name() + "-slower", json);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Decoder usual = json.decoder(type);
        return body -> {
            long start = System.nanoTime();
            Object object = usual.decode(body);
            long took = System.nanoTime() - start - Clock.READING_NS;
            Clock.until(start + took + took / 10 - Clock.AROUND_NS);
            return object;
        };
    }
}
