package testbed.contract;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a body is coded in on its way, as HTTP's content codings are. A body that travels as it is has none. */
public enum Coding {
    GZIP,
    ZSTD,
    BR;

    /** What requests call no coding. */
    private static final String IDENTITY = "identity";

    /** The contract's word, which is the token of HTTP. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a request may ask for. */
    public static List<String> words() {
        return Stream.concat(Stream.of(IDENTITY), Arrays.stream(values()).map(Coding::word))
                .toList();
    }

    /** The one that a header's whole value names, in whatever case; none for a list, a weight, or identity. */
    public static Optional<Coding> find(String value) {
        String token = value.strip();
        return Arrays.stream(values())
                .filter(coding -> coding.word().equalsIgnoreCase(token))
                .findFirst();
    }
}
