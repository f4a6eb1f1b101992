package testbed.config;

import java.util.Optional;
import testbed.contract.HostAndPort;

/** An entry of {@code ALLOWED_HOSTS}: {@code name}, {@code name:port} or {@code name:*}. */
public record AllowedHost(HostAndPort said, boolean anyPort) {
    private static final String ANY_PORT = ":*";

    /** The entry that the text spells; empty where it is anything else. */
    static Optional<AllowedHost> parse(String text) {
        boolean anyPort = text.endsWith(ANY_PORT);
        String rest = anyPort ? text.substring(0, text.length() - ANY_PORT.length()) : text;
        return HostAndPort.parse(rest)
                .filter(said -> said.port() == null || !anyPort)
                .map(said -> new AllowedHost(said, anyPort));
    }

    /** Whether a server that listens on this port answers to the host. */
    boolean allows(HostAndPort host, int ownPort) {
        if (!host.host().equals(said.host())) {
            return false;
        }
        if (said.port() != null) {
            return said.port().equals(host.port());
        }
        return anyPort || host.port() == null || host.port() == ownPort;
    }
}
