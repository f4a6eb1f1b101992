package testbed.contract;

import java.util.Optional;

/**
 * An origin as {@code docs/configuration.md} has it: {@code http://}, a host and a port. Nothing is rewritten, so two spellings of one
 * address are two origins.
 *
 * @param host in lower case; an IPv6 address keeps its brackets
 * @param port 1 to 65535
 */
public record Origin(String host, int port) {
    private static final String SCHEME = "http://";
    private static final int DEFAULT_PORT = 80;

    /** The origin that the text spells; empty where it is anything else. */
    public static Optional<Origin> parse(String text) {
        if (!text.startsWith(SCHEME)) {
            return Optional.empty();
        }
        int end = text.length() - (text.endsWith("/") ? 1 : 0);
        return end < SCHEME.length()
                ? Optional.empty()
                : HostAndPort.parse(text.substring(SCHEME.length(), end))
                        .map(said -> new Origin(said.host(), said.port() == null ? DEFAULT_PORT : said.port()));
    }

    /** The {@code Host} of requests to it: without the port where that goes without saying. */
    public String authority() {
        return port == DEFAULT_PORT ? host : host + ":" + port;
    }

    @Override
    public String toString() {
        return SCHEME + host + ":" + port;
    }
}
