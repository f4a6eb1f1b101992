package testbed.run;

import java.util.function.Consumer;
import testbed.answer.Event;
import testbed.engines.WritingCodec;
import testbed.measure.Payload;

/**
 * What both parts of a run that writes work with.
 *
 * @param stopped asked before each object; it throws where the run is to end
 */
record WritingTools(WritingCodec codec, Payload.Firsts firsts, Runnable stopped, Consumer<Event> events) {}
