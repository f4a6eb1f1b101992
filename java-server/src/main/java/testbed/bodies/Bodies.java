package testbed.bodies;

import java.util.List;
import testbed.request.RunRequest;

/** Where a run's bodies come from: one connection, several, or memory. Used by the run's thread alone, but for {@link #abort}. */
public interface Bodies extends AutoCloseable {
    /** What a request asks of its provider, over these connections; over none where its bodies are kept. */
    static Bodies open(RunRequest request, List<Connection> connections, Kept kept) {
        Bodies network = connections.size() == 1
                ? new OneConnection(connections.get(0), request.variants())
                : new ManyConnections(connections, request.variants());
        return switch (request.bodies().source()) {
            case HTTP -> network;
            case REPLAY -> new Replay(request, network, kept);
        };
    }

    /** Does once, before the first phase, what belongs to none. */
    default void prepare() {}

    /** Begins a phase, whose requests count from 0; what the last phase asked for has all been taken. */
    void begin();

    /** Asks for so many more bodies of the phase. Nothing is requested that was not asked for. */
    void ask(int count);

    /**
     * The next whole body of those that were asked for, in the order of arrival.
     *
     * @throws BodyException says what became of which request
     */
    Body next();

    /** Ends a phase, all of whose bodies were found right. */
    default void end() {}

    /** Connections opened so far. */
    int connections();

    /** Makes a {@link #next} that waits, and every later one, fail soon; for any thread. */
    void abort();

    @Override
    void close();

    /**
     * A whole body, contiguous.
     *
     * @param request which request of its phase it answers, from 0; of one that was pushed, its number
     */
    record Body(int request, byte[] bytes) {}
}
