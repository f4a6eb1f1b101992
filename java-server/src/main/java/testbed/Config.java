package testbed;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import testbed.run.Origin;

/**
 * Every variable of {@code docs/configuration.md}, read once at start.
 *
 * @param providerAllowlist origins that a run may name; empty refuses all
 */
public record Config(
        String host,
        int port,
        Set<Origin> providerAllowlist,
        int maxAmount,
        int maxConcurrency,
        int maxBlock,
        int maxCheckpoints,
        int maxRequestBytes,
        int maxObjectBytes,
        int connectTimeoutMs,
        int readTimeoutMs,
        long runTimeoutBaseMs,
        long runTimeoutPerObjectMs) {
    /** The exit code of a start that a variable ended: {@code EX_CONFIG}. */
    public static final int EXIT_CODE = 78;

    /**
     * Reads the variables; one that is absent or empty has its default.
     *
     * @throws IllegalArgumentException names the variable, its value and what is allowed
     */
    public static Config from(Map<String, String> environment) {
        Reader read = new Reader(environment);
        return new Config(
                read.text("HOST", "127.0.0.1"),
                (int) read.number("PORT", 8080, 0, 65535),
                read.origins("PROVIDER_ALLOWLIST"),
                (int) read.number("MAX_AMOUNT", 1_000_000, 1, Integer.MAX_VALUE),
                (int) read.number("MAX_CONCURRENCY", 64, 1, 1024),
                (int) read.number("MAX_BLOCK", 10_000, 1, 1_000_000),
                (int) read.number("MAX_CHECKPOINTS", 256, 0, 65536),
                (int) read.number("MAX_REQUEST_BYTES", 4096, 1, 1 << 30),
                (int) read.number("MAX_OBJECT_BYTES", 65536, 1, 1 << 30),
                (int) read.number("CONNECT_TIMEOUT_MS", 2000, 1, Integer.MAX_VALUE),
                (int) read.number("READ_TIMEOUT_MS", 5000, 1, Integer.MAX_VALUE),
                read.number("RUN_TIMEOUT_BASE_MS", 30000, 1, Integer.MAX_VALUE),
                read.number("RUN_TIMEOUT_PER_OBJECT_MS", 5, 0, Integer.MAX_VALUE));
    }

    /** How long a run of this many objects, warm-up included, may take, in ns. */
    public long runTimeoutNs(long objects) {
        return (runTimeoutBaseMs + objects * runTimeoutPerObjectMs) * 1_000_000;
    }

    private record Reader(Map<String, String> environment) {
        String text(String name, String fallback) {
            String value = environment.getOrDefault(name, "").strip();
            return value.isEmpty() ? fallback : value;
        }

        long number(String name, long fallback, long least, long most) {
            String value = text(name, Long.toString(fallback));
            try {
                long number = Long.parseLong(value);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Falls through to the same message: what is allowed answers both.
            }
            throw new IllegalArgumentException(
                    name + " is " + value + "; allowed is an integer from " + least + " to " + most);
        }

        Set<Origin> origins(String name) {
            Set<Origin> origins = new LinkedHashSet<>();
            Arrays.stream(text(name, "").split(","))
                    .map(String::strip)
                    .filter(item -> !item.isEmpty())
                    .forEach(item -> origins.add(Origin.parse(item)
                            .orElseThrow(() -> new IllegalArgumentException(name + " has " + item
                                    + "; allowed are origins such as http://127.0.0.1:8082, separated by commas"))));
            return Set.copyOf(origins);
        }
    }
}
