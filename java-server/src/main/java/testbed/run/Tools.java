package testbed.run;

import java.util.function.Consumer;
import testbed.answer.Event;
import testbed.bodies.Bodies;
import testbed.engines.Codec;
import testbed.guard.Guard;
import testbed.measure.Payload;

/**
 * What both parts of a run work with.
 *
 * @param stopped asked before each object; it throws where the run is to end
 */
record Tools(
        Bodies bodies, Guard guard, Codec codec, Payload.Firsts firsts, Runnable stopped, Consumer<Event> events) {}
