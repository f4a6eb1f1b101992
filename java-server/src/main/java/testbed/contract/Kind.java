package testbed.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** How an engine of operation partial comes to three fields of an object, or what bytes one of encode makes. Places are given within one kind. */
public enum Kind {
    /** Into a type that has the three fields alone, by the library's own binding. */
    @JsonProperty("partial-typed")
    PARTIAL_TYPED,
    /** One pass by hand over the library's events, which skips what is not wanted. */
    @JsonProperty("pull")
    PULL,
    /** By a view or an index of the library over the bytes, which is asked for each field. */
    @JsonProperty("lazy")
    LAZY,
    /** Into a whole document without types, which is asked for each field. */
    @JsonProperty("tree")
    TREE,
    /** The canonical bytes. */
    @JsonProperty("canonical")
    CANONICAL;

    /** The contract's word. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
