package testbed.config;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import testbed.contract.Addresses;
import testbed.contract.Origin;

/**
 * Every variable of {@code docs/configuration.md}, read once at start.
 *
 * @param providerAllowlist origins that a run may name; empty refuses all
 * @param receiverAllowlist receivers that a send may name; empty refuses all
 * @param senderAllowlist hosts that may open an ingest, in lower case, an IPv6 address in brackets; empty refuses all
 * @param allowedHosts hosts that the server answers to, beside those that loopback gives it
 * @param authToken what clients must send; empty where they need none
 * @param originTokens what providers and receivers are sent
 */
public record Config(
        String host,
        int port,
        Set<Origin> providerAllowlist,
        Set<AllowedReceiver> receiverAllowlist,
        Set<String> senderAllowlist,
        Set<AllowedHost> allowedHosts,
        Optional<AuthToken> authToken,
        OriginTokens originTokens,
        int maxAmount,
        int maxConcurrency,
        int maxBlock,
        int maxBlockBytes,
        int maxCheckpoints,
        int maxRequestBytes,
        int maxObjectBytes,
        int maxConnections,
        int connectTimeoutMs,
        int readTimeoutMs,
        long runTimeoutBaseMs,
        long runTimeoutPerObjectMs,
        int clientTimeoutMs,
        int keepAliveTimeoutMs) {
    /** The exit code of a start that a variable ended: {@code EX_CONFIG}. */
    public static final int EXIT_CODE = 78;

    /**
     * Reads the variables; one that is absent has its default.
     *
     * @throws IllegalArgumentException names the variable, its value and what is allowed; or says that others reach the address, which
     *     nobody meant
     */
    public static Config from(Map<String, String> environment) {
        Variables read = new Variables(environment);
        Optional<Set<Origin>> allowlist = read.origins("PROVIDER_ALLOWLIST");
        Optional<Set<AllowedHost>> hosts = read.hosts("ALLOWED_HOSTS");
        Optional<AuthToken> token = read.token("AUTH_TOKEN");
        Optional<AuthToken> ofFile = read.tokenFile("AUTH_TOKEN_FILE");
        long tokensSaid = Stream.of("AUTH_TOKEN", "AUTH_TOKEN_FILE")
                .filter(environment::containsKey)
                .count();
        if (tokensSaid > 1) {
            throw new IllegalArgumentException(
                    "AUTH_TOKEN and AUTH_TOKEN_FILE are both set; set one of them. See docs/configuration.md.");
        }
        Config config = new Config(
                read.host("HOST", "127.0.0.1"),
                read.number("PORT", 8080, 0, 65535),
                allowlist.orElse(Set.of()),
                read.receivers("RECEIVER_ALLOWLIST").orElse(Set.of()),
                read.peers("SENDER_ALLOWLIST"),
                hosts.orElse(Set.of()),
                token.or(() -> ofFile),
                read.originTokens("ORIGIN_TOKENS_FILE"),
                read.number("MAX_AMOUNT", 1_000_000, 1, 1_000_000_000),
                read.number("MAX_CONCURRENCY", 64, 1, 1024),
                read.number("MAX_BLOCK", 10_000, 1, 1_000_000),
                read.number("MAX_BLOCK_BYTES", 1 << 26, 1, 1 << 30),
                read.number("MAX_CHECKPOINTS", 256, 0, 65536),
                read.number("MAX_REQUEST_BYTES", 4096, 1, 1 << 24),
                read.number("MAX_OBJECT_BYTES", 65536, 1, 1 << 24),
                read.number("MAX_CONNECTIONS", 8192, 2, 65536),
                read.milliseconds("CONNECT_TIMEOUT_MS", 2000, 1),
                read.milliseconds("READ_TIMEOUT_MS", 5000, 1),
                read.milliseconds("RUN_TIMEOUT_BASE_MS", 30_000, 1),
                read.milliseconds("RUN_TIMEOUT_PER_OBJECT_MS", 5, 0),
                read.milliseconds("CLIENT_TIMEOUT_MS", 10_000, 1),
                read.milliseconds("KEEP_ALIVE_TIMEOUT_MS", 600_000, 1));
        config.checkMeant(read.flag("ALLOW_PUBLIC_ADDRESS"), allowlist.isPresent(), hosts.isPresent(), tokensSaid > 0);
        return config;
    }

    /**
     * Who binds to an address that others reach must say so, of which providers, under which names, and for which token, if only that
     * of none.
     */
    private void checkMeant(boolean allowed, boolean providersSaid, boolean hostsSaid, boolean tokenSaid) {
        if (isLoopback()) {
            return;
        }
        if (!allowed) {
            throw new IllegalArgumentException("HOST is \"" + host
                    + "\", which is no loopback address, and ALLOW_PUBLIC_ADDRESS is not true: whoever reaches this"
                    + " server makes it fetch and parse. Bind to 127.0.0.1, or set ALLOW_PUBLIC_ADDRESS=true."
                    + " See docs/configuration.md.");
        }
        if (!providersSaid) {
            throw new IllegalArgumentException("HOST is \"" + host
                    + "\", which is no loopback address, and PROVIDER_ALLOWLIST is empty: name the providers that it"
                    + " may fetch from, or write PROVIDER_ALLOWLIST=none for a server that fetches from nobody."
                    + " See docs/configuration.md.");
        }
        if (!hostsSaid) {
            throw new IllegalArgumentException("HOST is \"" + host
                    + "\", which is no loopback address, and ALLOWED_HOSTS is empty: name the hosts under which clients"
                    + " reach this server, or write ALLOWED_HOSTS=none for a server that answers nobody."
                    + " See docs/configuration.md.");
        }
        if (!tokenSaid) {
            throw new IllegalArgumentException("HOST is \"" + host
                    + "\", which is no loopback address, and neither AUTH_TOKEN nor AUTH_TOKEN_FILE is set: give the token"
                    + " that clients must send, or write AUTH_TOKEN=none for a server that answers whoever reaches it."
                    + " See docs/configuration.md.");
        }
    }

    /**
     * Whether only this machine reaches the host, by its text: other spellings of such an address are not looked into, and
     * {@link #choose} holds a name to it.
     */
    public boolean isLoopback() {
        if (host.equalsIgnoreCase("localhost") || (Addresses.isIpv4(host) && host.startsWith("127."))) {
            return true;
        }
        try {
            // Text that is an address is not looked up.
            return Addresses.isIpv6(host)
                    && InetAddress.getByName(host) instanceof Inet6Address address
                    && address.isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /**
     * The address to bind to, of those that the host has: its first of IPv4, else its first.
     *
     * @throws IllegalArgumentException where the host passes for this machine alone, and leads elsewhere
     */
    public InetAddress choose(List<InetAddress> addresses) {
        List<InetAddress> reachable = addresses.stream()
                .filter(address -> !address.isLoopbackAddress())
                .toList();
        if (isLoopback() && !reachable.isEmpty()) {
            throw new IllegalArgumentException(
                    "HOST is \"" + host + "\", which should be this machine alone and leads to "
                            + reachable.get(0).getHostAddress()
                            + ", no loopback address; mend the machine's names, or bind to 127.0.0.1. See docs/configuration.md.");
        }
        return addresses.stream()
                .filter(Inet4Address.class::isInstance)
                .findFirst()
                .orElse(addresses.get(0));
    }

    /** How long a run of this many objects, warm-up included, may take, in ns; for ever where a long holds no more. */
    public long runTimeoutNs(long objects) {
        // The sum fits for any that are allowed; in ns it need not.
        return TimeUnit.MILLISECONDS.toNanos(runTimeoutBaseMs + objects * runTimeoutPerObjectMs);
    }
}
