package testbed.bodies;

import testbed.contract.ProblemException;

/** Fetches on the run's own thread, so that no hand-over lies between a body's arrival and its parse. */
public final class OneConnection implements Bodies {
    private final Connection connection;
    private final int variants;
    private int request;

    OneConnection(Connection connection, int variants) {
        this.connection = connection;
        this.variants = variants;
    }

    @Override
    public void begin() {
        request = 0;
    }

    /** Each is requested as it is taken. */
    @Override
    public void ask(int count) {}

    @Override
    public Body next() {
        int current = request++;
        try {
            return new Body(current, connection.fetch(current % variants));
        } catch (ProblemException e) {
            throw new BodyException(e.problem(), current);
        }
    }

    @Override
    public int connections() {
        return connection.connections();
    }

    @Override
    public void abort() {
        connection.abort();
    }

    @Override
    public void close() {
        connection.close();
    }
}
