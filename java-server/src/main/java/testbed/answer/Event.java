package testbed.answer;

import java.util.Optional;
import testbed.contract.Problem;
import tools.jackson.databind.node.ObjectNode;

/** What a run tells while it goes on; the last is {@link Done}, {@link Failed} or {@link ClientGone}. */
public sealed interface Event
        permits Event.Opened, Event.Started, Checkpoint, Event.Done, Event.Failed, Event.ClientGone {
    /** The event's name in the stream. */
    String event();

    /** Whether none follows. */
    default boolean ends() {
        return this instanceof Done || this instanceof Failed || this instanceof ClientGone;
    }

    /** The message that the event carries, as the contract spells it. */
    default Object message() {
        return this;
    }

    /**
     * An ingest is open.
     *
     * @param token names it
     */
    record Opened(String token) implements Event {
        @Override
        public String event() {
            return "opened";
        }
    }

    /** The run began. */
    record Started(int amount, int warmup, RunEngine engine) implements Event {
        @Override
        public String event() {
            return "started";
        }
    }

    /**
     * Every object was right.
     *
     * @param result the contract's {@code RunResult}, or its {@code SendResult}
     * @param table the same to be read by people; of a send or an ingest there is none
     */
    record Done(ObjectNode result, Optional<String> table) implements Event {
        @Override
        public String event() {
            return "result";
        }

        @Override
        public Object message() {
            return result;
        }
    }

    /** The run ended early. */
    record Failed(Problem problem) implements Event {
        @Override
        public String event() {
            return "problem";
        }

        @Override
        public Object message() {
            return problem;
        }
    }

    /** The run ended because nobody waits for it any more: nobody is told. */
    record ClientGone() implements Event {
        @Override
        public String event() {
            return "client gone";
        }
    }
}
