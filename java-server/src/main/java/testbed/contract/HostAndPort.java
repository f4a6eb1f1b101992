package testbed.contract;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host, and a port where one is said: {@code host} or {@code host:port}. Nothing is rewritten.
 *
 * @param host in lower case; an IPv6 address keeps its brackets
 * @param port 1 to 65535; null where none is said
 */
public record HostAndPort(String host, Integer port) {
    private static final Pattern HOST_AND_PORT =
            Pattern.compile("([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\])(?::([1-9][0-9]{0,4}))?");
    private static final int MAX_PORT = 65535;

    /** What the text spells; empty where it is anything else. */
    public static Optional<HostAndPort> parse(String text) {
        Matcher matcher = HOST_AND_PORT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Integer port = matcher.group(2) == null ? null : Integer.valueOf(matcher.group(2));
        String host = matcher.group(1).toLowerCase(Locale.ROOT);
        boolean usable = !host.startsWith("[") || Addresses.isIpv6(host.substring(1, host.length() - 1));
        return usable && (port == null || port <= MAX_PORT)
                ? Optional.of(new HostAndPort(host, port))
                : Optional.empty();
    }
}
