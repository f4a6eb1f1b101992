package testbed.contract;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which part of a run. */
public enum PhaseName {
    /** Told apart from what counts. */
    @JsonProperty("warmup")
    WARMUP,
    /** What counts. */
    @JsonProperty("measured")
    MEASURED
}
