package testbed.config;

import java.util.Optional;
import testbed.contract.Origin;

/** An entry of {@code RECEIVER_ALLOWLIST}: {@code http://host:port}, or {@code http://host:*} for whatever port, where receivers come and go. */
public record AllowedReceiver(Origin origin, boolean anyPort) {
    private static final String ANY_PORT = ":*";

    /** The entry that the text spells; empty where it is anything else. */
    static Optional<AllowedReceiver> parse(String text) {
        boolean anyPort = text.endsWith(ANY_PORT);
        // Two ports are one too many.
        String said = anyPort ? text.substring(0, text.length() - ANY_PORT.length()) + ":1" : text;
        return Origin.parse(said).map(origin -> new AllowedReceiver(origin, anyPort));
    }

    /** Whether this is the one. */
    public boolean allows(Origin receiver) {
        return anyPort ? origin.host().equals(receiver.host()) : origin.equals(receiver);
    }
}
