package testbed.bench;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import testbed.engines.CheckedEngine;
import testbed.engines.Codec;
import testbed.engines.KnownBodies;
import testbed.guard.Guard;
import testbed.measure.Decoder;
import testbed.measure.Times;
import testbed.measure.Window;
import testbed.objects.ObjectType;

/** Parses one engine's golden bytes over and over, and does between two parses what a rung says. */
final class Climber {
    /** About as long as an answer of a provider takes. */
    private static final long WAIT_NS = 40_000;

    private static final long LONG_WAIT_NS = 1_000_000;
    /** More than the second-level cache of any core holds. */
    private static final int EVICTING_BYTES = 4 << 20;

    private static final int CACHE_LINE = 64;

    private final byte[] golden;
    private final Decoder decoder;
    private final Guard guard;
    private final Codec codec;
    private final Window window = new Window();
    private final byte[] memory = new byte[EVICTING_BYTES];

    /** Written, so that the compiler cannot drop the work. */
    private volatile Object last;

    Climber(CheckedEngine engine, ObjectType type) {
        this.golden = type.golden(engine.engine().format().lowerCase());
        this.decoder = engine.engine().decoder(type.type());
        decoder.expect(type.canonical());
        this.guard = KnownBodies.due(engine.engine(), type, Optional.empty(), 1, () -> {});
        this.codec = new Codec(engine.engine(), type, Optional.empty(), 1);
    }

    /** Parses without anything between, by both ways that the rungs take. */
    void warmUp(int objects) {
        for (int i = 0; i < objects; i++) {
            tight(golden);
            checked(golden);
        }
    }

    /** Parses on one rung; a first tenth, on which the rung's own code gets warm, does not count. */
    Times.Parse climb(Rung rung, int objects) throws IOException {
        Times times = new Times();
        try (Echo echo = Echo.on(rung)) {
            for (int i = -objects / 10; i < objects; i++) {
                byte[] body = between(rung, echo);
                long ns = rung == Rung.TIGHT ? tight(body) : checked(body);
                if (i >= 0) {
                    times.record(ns);
                }
            }
        }
        return times.parse(0);
    }

    private byte[] between(Rung rung, Echo echo) throws IOException {
        switch (rung) {
            case SPUN -> spin();
            case SLEPT -> LockSupport.parkNanos(WAIT_NS);
            case SLEPT_1MS -> LockSupport.parkNanos(LONG_WAIT_NS);
            case EVICTED -> walk();
            case ECHOED, ECHOED_SPIN -> {
                return echo.roundTrip(golden);
            }
            default -> {
                // Nothing at all.
            }
        }
        return golden;
    }

    private long tight(byte[] body) {
        window.parse(decoder, body);
        last = window.object();
        return window.ns();
    }

    private long checked(byte[] body) {
        guard.checkDue(body, 0);
        return codec.parse(body, 0).ns();
    }

    private static void spin() {
        long end = System.nanoTime() + WAIT_NS;
        while (System.nanoTime() - end < 0) {
            // The clock alone.
        }
    }

    /** Reads and writes a byte of each cache line. */
    private void walk() {
        for (int i = 0; i < memory.length; i += CACHE_LINE) {
            memory[i]++;
        }
    }
}
