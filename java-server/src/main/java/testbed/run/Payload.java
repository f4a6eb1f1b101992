package testbed.run;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The contract's {@code Payload}: the bodies parsed in the measured part. */
record Payload(
        long bytes,
        @JsonProperty("min_bytes") int minBytes,
        @JsonProperty("max_bytes") int maxBytes,
        String sha256) {}
