package testbed.run;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An origin as {@code docs/configuration.md} has it: {@code http://}, a host and a port. Nothing is rewritten, so two spellings of one
 * address are two origins.
 *
 * @param host in lower case; an IPv6 address keeps its brackets
 * @param port 1 to 65535
 */
public record Origin(String host, int port) {
    private static final Pattern ORIGIN = Pattern.compile(
            "http://([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\])(?::([1-9][0-9]{0,4}))?/?");
    private static final int DEFAULT_PORT = 80;
    private static final int MAX_PORT = 65535;

    /** The origin that the text spells; empty where it is anything else. */
    public static Optional<Origin> parse(String text) {
        Matcher matcher = ORIGIN.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int port = matcher.group(2) == null ? DEFAULT_PORT : Integer.parseInt(matcher.group(2));
        String host = matcher.group(1).toLowerCase(Locale.ROOT);
        if (port > MAX_PORT || (host.startsWith("[") && !Addresses.isIpv6(host.substring(1, host.length() - 1)))) {
            return Optional.empty();
        }
        return Optional.of(new Origin(host, port));
    }

    @Override
    public String toString() {
        return "http://" + host + ":" + port;
    }
}
