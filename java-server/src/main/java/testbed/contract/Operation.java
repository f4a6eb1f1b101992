package testbed.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What an engine does in the window. The first is meant where a request names none. */
public enum Operation {
    /** Bytes in, the whole object out. */
    @JsonProperty("decode")
    DECODE,
    /** Bytes in, the type's excerpt out. */
    @JsonProperty("partial")
    PARTIAL,
    /** An object in, its bytes out. */
    @JsonProperty("encode")
    ENCODE;

    /** The word that requests use. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The words of all. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Operation::word).toList();
    }

    /** The operation of one of these words. */
    public static Operation of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
