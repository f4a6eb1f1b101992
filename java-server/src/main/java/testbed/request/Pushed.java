package testbed.request;

import testbed.contract.Code;

/**
 * The bodies are pushed by a sender: an ingest.
 *
 * @param serverType what the sender is: {@code rust} or {@code java}
 * @param connections how many requests may push at a time
 */
public record Pushed(String serverType, int connections) implements Way {
    @Override
    public String word() {
        return "pushed";
    }

    @Override
    public Code timeout() {
        return Code.SENDER_TIMEOUT;
    }
}
