package testbed.answer;

import java.util.Optional;
import testbed.contract.Wire;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a send found out, at both ends.
 *
 * @param sent of the measured part
 * @param receiver its {@code RunResult}, as it came
 */
public record SendResult(Sent sent, RunResult sender, ObjectNode receiver) {
    /** The send's last event. */
    public Event.Done told() {
        return new Event.Done(Wire.MAPPER.valueToTree(new Message(sent, sender.figures(), receiver)), Optional.empty());
    }

    private record Message(Sent sent, ObjectNode sender, ObjectNode receiver) {}
}
