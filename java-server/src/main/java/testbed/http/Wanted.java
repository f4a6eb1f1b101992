package testbed.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How a run is answered: whole, as a stream of events, or as a table. */
public enum Wanted {
    JSON("application/json"),
    STREAM("application/x-ndjson"),
    TABLE("text/plain");

    private final String mediaType;

    Wanted(String mediaType) {
        this.mediaType = mediaType;
    }

    /** The first of these that the Accept headers name, in the order in which they stand; whole where they name none. */
    public static Wanted of(List<String> accept) {
        return accept.stream()
                .flatMap(header -> Arrays.stream(header.split(",")))
                .map(Wanted::named)
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(JSON);
    }

    /** The one of this media type; its parameters, the weight among them, do not count. */
    private static Optional<Wanted> named(String range) {
        String name = range.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(wanted -> wanted.mediaType.equals(name))
                .findFirst();
    }
}
