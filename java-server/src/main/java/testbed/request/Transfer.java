package testbed.request;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How a send's objects are cut into requests. The first is meant where a request names none. */
public enum Transfer {
    /** A request a connection and part, whose body is frames. */
    @JsonProperty("framed")
    FRAMED,
    /** A request an object. */
    @JsonProperty("request")
    REQUEST,
    /** The same, over a connection of its own. */
    @JsonProperty("connection")
    CONNECTION;

    /** The words of all, as requests use them. */
    static List<String> words() {
        return Arrays.stream(values())
                .map(transfer -> transfer.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** The transfer of one of these words. */
    static Transfer of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
