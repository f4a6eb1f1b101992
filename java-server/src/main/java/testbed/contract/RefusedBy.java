package testbed.contract;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who refused a body. */
public enum RefusedBy {
    /** It is not in the coding that was asked for. */
    @JsonProperty("coding")
    CODING,
    @JsonProperty("guard")
    GUARD,
    @JsonProperty("engine")
    ENGINE,
    @JsonProperty("comparison")
    COMPARISON
}
