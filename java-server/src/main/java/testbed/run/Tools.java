package testbed.run;

import java.util.function.Consumer;
import java.util.function.Supplier;
import testbed.answer.Event;
import testbed.bodies.Bodies;
import testbed.engines.Codec;
import testbed.guard.Guard;
import testbed.measure.Payload;

/**
 * What both parts of a run work with.
 *
 * @param codec for the run's thread
 * @param codecs gives each of several threads its own
 * @param stopped asked before each object; it throws where the run is to end; for any thread
 */
record Tools(
        Bodies bodies,
        Guard guard,
        Codec codec,
        Supplier<Codec> codecs,
        Payload.Firsts firsts,
        Runnable stopped,
        Consumer<Event> events) {}
