package testbed.request;

import java.util.Optional;
import testbed.contract.Code;
import testbed.contract.Origin;

/**
 * The objects are written, and their bytes pushed to a receiver: a send.
 *
 * @param serverType what the receiver is: {@code rust} or {@code java}
 * @param engine who reads there, by name; absent where the receiver chooses
 * @param connections how many to push over
 */
public record Delivery(Origin receiver, String serverType, Optional<String> engine, Transfer transfer, int connections)
        implements Way {
    @Override
    public String word() {
        return "sent";
    }

    @Override
    public Code timeout() {
        return Code.RECEIVER_TIMEOUT;
    }
}
