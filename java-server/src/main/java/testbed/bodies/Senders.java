package testbed.bodies;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import testbed.contract.Addresses;
import testbed.contract.Code;
import testbed.contract.Origin;
import testbed.contract.Problem;
import testbed.contract.ProblemException;

/**
 * The hosts that may open an ingest.
 *
 * @param hosts names, and addresses, of which those of IPv6 stand in brackets
 */
public record Senders(Set<String> hosts) {
    /** A port is part of an origin, and of no sender. */
    private static final int NO_PORT = 1;

    /**
     * Checks that a peer is one of them. Names are looked up now, all within so many ms.
     *
     * @throws ProblemException {@code sender_not_allowed}
     */
    public void check(InetAddress peer, int timeoutMs) {
        if (hosts.stream().filter(Senders::isAddress).anyMatch(host -> address(host)
                .equals(peer))) {
            return;
        }
        List<Lookup> lookups = hosts.stream()
                .filter(host -> !isAddress(host))
                .map(host -> new Lookup(new Origin(host, NO_PORT)))
                .toList();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        if (lookups.stream().noneMatch(lookup -> lookup.finds(peer, end - System.nanoTime()))) {
            throw new ProblemException(
                    Problem.of(
                            Code.SENDER_NOT_ALLOWED,
                            "the request comes from no host of this server's allow-list; add it to SENDER_ALLOWLIST and start the server again"));
        }
    }

    /**
     * The address that the text spells, whatever it is: nothing is looked up for one. An IPv4 address that is mapped into IPv6 is the IPv4
     * address.
     */
    public static InetAddress address(String spelled) {
        try {
            return InetAddress.getByName(spelled);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(spelled + " is no address", e);
        }
    }

    private static boolean isAddress(String host) {
        return host.startsWith("[") || Addresses.isIpv4(host);
    }
}
