package testbed.measure;

import com.fasterxml.jackson.annotation.JsonProperty;

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
        String sha256) {}
