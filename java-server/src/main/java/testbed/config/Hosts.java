package testbed.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import testbed.contract.HostAndPort;

/**
 * The hosts that a server answers to: its own names and those of {@code ALLOWED_HOSTS}. A web page can make a browser send requests to
 * this server under a name of the page's own, so a request counts only under a name that is the server's.
 */
public record Hosts(List<AllowedHost> allowed) {
    /** What a server that listens on loopback is called there. */
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

    /** What becomes of a request under a host. */
    public enum Verdict {
        /** It is one of the server's. */
        OWN,
        /** It is another's. */
        ANOTHERS,
        /** It is none at all. */
        NONE
    }

    /** Those of a server with this configuration. */
    public static Hosts of(Config config) {
        Stream<AllowedHost> own = config.isLoopback()
                ? LOOPBACK.stream().map(name -> new AllowedHost(new HostAndPort(name, null), false))
                : Stream.of();
        return new Hosts(Stream.concat(own, config.allowedHosts().stream()).toList());
    }

    /** Whose host the text names: {@code host} or {@code host:port}; this server's listens on this port. */
    public Verdict judge(String text, int ownPort) {
        Optional<HostAndPort> host = HostAndPort.parse(text);
        if (host.isEmpty()) {
            return Verdict.NONE;
        }
        return allowed.stream().anyMatch(entry -> entry.allows(host.get(), ownPort)) ? Verdict.OWN : Verdict.ANOTHERS;
    }
}
