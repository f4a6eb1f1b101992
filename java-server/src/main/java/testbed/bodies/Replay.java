package testbed.bodies;

import testbed.request.RunRequest;

/**
 * Hands out bodies from memory, each variant's in turn: the same loop without the network. They are those that an earlier run kept, or
 * are fetched once.
 */
public final class Replay implements Bodies {
    private final RunRequest run;
    private final Bodies network;
    private final Kept kept;
    private byte[][] bodies;
    private int request;

    Replay(RunRequest run, Bodies network, Kept kept) {
        this.run = run;
        this.network = network;
        this.kept = kept;
    }

    @Override
    public void prepare() {
        bodies = kept.of(run);
        if (bodies == null) {
            bodies = fetch();
            kept.keep(run, bodies);
        }
    }

    private byte[][] fetch() {
        byte[][] fetched = new byte[run.variants()][];
        network.begin();
        network.ask(fetched.length);
        for (int i = 0; i < fetched.length; i++) {
            Body body = network.next();
            fetched[body.request()] = body.bytes();
        }
        return fetched;
    }

    @Override
    public void begin() {
        request = 0;
    }

    /** All of them are there. */
    @Override
    public void ask(int count) {}

    @Override
    public Body next() {
        int current = request++;
        return new Body(current, bodies[current % bodies.length]);
    }

    @Override
    public int connections() {
        return network.connections();
    }

    @Override
    public void abort() {
        network.abort();
    }

    @Override
    public void close() {
        network.close();
    }
}
