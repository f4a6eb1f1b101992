package testbed.engines;

import testbed.objects.ObjectType;

/** The work of proving an engine on an object type: on a cold JVM, up to some hundred milliseconds. */
public record Proof(CheckedEngine engine, ObjectType type) implements Runnable {
    @Override
    public void run() {
        engine.prove(type);
    }
}
