package testbed.contract;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What an engine checks inside the window: the series that it is in. */
public enum Checks {
    /** What its library checks as its own documentation begins. */
    @JsonProperty("usual")
    USUAL,
    /** Whatever the guard refuses of an object's fields. */
    @JsonProperty("equal")
    EQUAL
}
