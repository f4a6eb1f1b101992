package testbed.routes;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How a run is told: whole, as a stream of events, or as a table. */
enum Told {
    JSON("application/json"),
    STREAM("application/x-ndjson"),
    TABLE("text/plain");

    private final String mediaType;

    Told(String mediaType) {
        this.mediaType = mediaType;
    }

    /** The first of these that the Accept headers name, in the order in which they stand; whole where they name none. */
    static Told accepted(List<String> accept) {
        return accept.stream()
                .flatMap(header -> Arrays.stream(header.split(",")))
                .map(Told::named)
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(JSON);
    }

    /** The one of this media type; its parameters, the weight among them, do not count. */
    private static Optional<Told> named(String range) {
        String name = range.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(told -> told.mediaType.equals(name))
                .findFirst();
    }
}
