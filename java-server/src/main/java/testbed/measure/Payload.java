package testbed.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

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

        /** Those that came, in order of index. */
        public List<byte[]> bodies() {
            return Arrays.stream(bodies).filter(Objects::nonNull).toList();
        }

        /** Their digest, joined. */
        public String sha256() {
            return Digest.sha256(bodies().toArray(byte[][]::new));
        }
    }
}
