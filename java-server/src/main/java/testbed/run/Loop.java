package testbed.run;

import java.util.List;
import testbed.answer.Event;
import testbed.answer.RunResult;
import testbed.bodies.Link;

/**
 * What a run does with its objects. {@link Run} makes one, opens it, has it do a part or two, and
 * ends it. It chooses before the first object. For the run's thread.
 */
interface Loop extends AutoCloseable {
    /** The connections whose deadlines the watchdog keeps. */
    default List<? extends Link> links() {
        return List.of();
    }

    /** Makes what the run's thread waits for fail soon; for any thread. */
    default void abort() {}

    /** Opens what both parts work with. */
    void open();

    /** Does a part, between two readings of what is not read inside it. */
    void part(Figures part);

    /** What one window's work allocates, bytes; null where the JVM does not count. */
    Double allocatedBytes();

    /** The last event of a run that kept its promise. */
    default Event.Done end(RunResult result) {
        return result.told();
    }

    @Override
    default void close() {}
}
