package testbed.answer;

import java.util.List;
import java.util.Optional;
import testbed.contract.Operation;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.contract.Wire;
import tools.jackson.databind.JsonNode;
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

    /**
     * Compares what the receiver says that it received with what was sent and asked for: the figures of a receiver that parsed something
     * else must not stand beside the sender's.
     *
     * @param engine who was asked to read, where anybody was
     * @throws ProblemException {@code receiver_refused}, which says what differs and quotes no text of the receiver's
     */
    public void check(Optional<String> engine) {
        int amount = sender.request().amount();
        for (String name : List.of("amount", "verified")) {
            JsonNode objects = receiver.path(name);
            if (!objects.isIntegralNumber() || !objects.canConvertToLong()) {
                throw unbelieved("has no " + name + ", " + amount + " were sent");
            }
            if (objects.longValue() != amount) {
                throw unbelieved("says " + name + " " + objects.longValue() + ", " + amount + " were sent");
            }
        }
        if (!text(receiver.path("payload"), "sha256").equals(sender.payload().sha256())) {
            throw unbelieved("has another payload.sha256 than the bytes that were sent");
        }
        JsonNode reader = receiver.path("engine");
        String name = text(reader, "name");
        if (name.isEmpty()
                || !engine.orElse(name).equals(name)
                || !text(reader, "format").equals(sender.request().format().word())
                || !text(reader, "operation").equals(Operation.DECODE.word())) {
            throw unbelieved("has another engine than was asked for");
        }
    }

    private static String text(JsonNode message, String name) {
        JsonNode member = message.path(name);
        return member.isString() ? member.stringValue() : "";
    }

    private static ProblemException unbelieved(String what) {
        return new ProblemException(Problem.receiverRefused(
                null, "the receiver cannot be believed: its result " + what + "; is it a server of this testbed?"));
    }

    private record Message(Sent sent, ObjectNode sender, ObjectNode receiver) {}
}
