package testbed.run;

import testbed.contract.ProblemException;

/** Fetches on the run's own thread, so that no hand-over lies between a body's arrival and its parse. */
final class OneConnection implements Bodies {
    private final Fetcher fetcher;
    private final int variants;
    private int request;

    OneConnection(Fetcher fetcher, int variants) {
        this.fetcher = fetcher;
        this.variants = variants;
    }

    @Override
    public void begin(int count) {
        request = 0;
    }

    @Override
    public Body next() {
        int current = request++;
        try {
            return new Body(current, fetcher.fetch(current % variants));
        } catch (ProblemException e) {
            throw new RunException(e.problem(), current);
        }
    }

    @Override
    public int connections() {
        return fetcher.connections();
    }

    @Override
    public void abort() {
        fetcher.abort();
    }

    @Override
    public void close() {
        fetcher.close();
    }
}
