package testbed.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The contract's {@code Payload}: the bodies parsed in the measured part.
 *
 * @param megabytesPerSecond of the windows alone, in 10^6 bytes
 */
public record Payload(
        long bytes,
        @JsonProperty("min_bytes") int minBytes,
        @JsonProperty("max_bytes") int maxBytes,
        @JsonProperty("megabytes_per_second") double megabytesPerSecond,
        String sha256) {
    /** The contract's {@code Coded}: the same bodies before they were decoded. */
    public record Coded(
            String coding,
            long bytes,
            @JsonProperty("min_bytes") int minBytes,
            @JsonProperty("max_bytes") int maxBytes,
            String sha256) {}

    /** The first body of each variant that passed the guard, warm-up included; one that then fails its parse fails the run. */
    public static final class Firsts {
        private final byte[][] bodies;

        /** None yet, of so many variants. */
        public Firsts(int variants) {
            this.bodies = new byte[variants][];
        }

        /** Keeps the body if it is its variant's first. */
        public void see(int variant, byte[] body) {
            if (bodies[variant] == null) {
                bodies[variant] = body;
            }
        }

        /**
         * Whether the variant's first body has these bytes. All are read, also where it is the same array: a parse may follow at once,
         * and the bytes are to be in the cache.
         */
        public boolean has(int variant, byte[] body) {
            byte[] first = bodies[variant];
            return first != null && Arrays.equals(first, 0, first.length, body, 0, body.length);
        }

        /** Those that came, by variant. */
        public SortedMap<Integer, byte[]> byVariant() {
            SortedMap<Integer, byte[]> came = new TreeMap<>();
            for (int variant = 0; variant < bodies.length; variant++) {
                if (bodies[variant] != null) {
                    came.put(variant, bodies[variant]);
                }
            }
            return came;
        }

        /** Their digest, joined. */
        public String sha256() {
            return Digest.sha256(byVariant().values().toArray(byte[][]::new));
        }
    }
}
