package testbed.contract;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who refused a body. */
public enum RefusedBy {
    @JsonProperty("guard")
    GUARD,
    @JsonProperty("engine")
    ENGINE,
    @JsonProperty("comparison")
    COMPARISON
}
