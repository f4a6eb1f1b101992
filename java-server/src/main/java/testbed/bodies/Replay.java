package testbed.bodies;

/** Fetches each variant once, then hands out the same bodies from memory: the same loop without the network. */
public final class Replay implements Bodies {
    private final Bodies network;
    private final byte[][] bodies;
    private int request;

    Replay(Bodies network, int variants) {
        this.network = network;
        this.bodies = new byte[variants][];
    }

    @Override
    public void prepare() {
        network.begin();
        network.ask(bodies.length);
        for (int i = 0; i < bodies.length; i++) {
            Body body = network.next();
            bodies[body.request()] = body.bytes();
        }
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
