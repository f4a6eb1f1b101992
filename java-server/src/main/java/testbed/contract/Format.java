package testbed.contract;

import java.util.Arrays;
import java.util.Optional;

/** A format that objects travel in, as the contract spells it, with its media type. */
public enum Format {
    JSON("application/json"),
    BSON("application/bson"),
    XML("application/xml");

    private final String mediaType;

    Format(String mediaType) {
        this.mediaType = mediaType;
    }

    /** The media type, without parameters. */
    public String mediaType() {
        return mediaType;
    }

    /** The name as it stands in field names: {@code json}, {@code bson}, {@code xml}. */
    public String lowerCase() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The format of this exact name, where there is one. */
    public static Optional<Format> find(String name) {
        return Arrays.stream(values())
                .filter(format -> format.name().equals(name))
                .findFirst();
    }
}
