package testbed.contract;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A format that objects travel in: all that is said of a format is said here. */
public enum Format {
    JSON("JSON", "application/json", true, Rules.JSON),
    BSON("BSON", "application/bson", false, Rules.BSON),
    XML("XML", "application/xml", true, Rules.XML),
    PROTOBUF("Protobuf", "application/protobuf", false, Rules.KNOWN),
    MESSAGEPACK("MessagePack", "application/vnd.msgpack", false, Rules.KNOWN),
    CBOR("CBOR", "application/cbor", false, Rules.KNOWN),
    AVRO("Avro", "application/avro", false, Rules.KNOWN);

    private final String word;
    private final String mediaType;
    private final boolean isText;
    private final Rules rules;

    Format(String word, String mediaType, boolean isText, Rules rules) {
        this.word = word;
        this.mediaType = mediaType;
        this.isText = isText;
        this.rules = rules;
    }

    /** The contract's word, as requests and {@code /decode/…} have it. */
    @JsonValue
    public String word() {
        return word;
    }

    /** What the paths of its objects begin with: {@code /JSONObject}. */
    public String path() {
        return "/" + word + "Object";
    }

    /** The word as it stands in field names and in names of files: {@code json}, {@code bson}, {@code xml}. */
    public String lowerCase() {
        return word.toLowerCase(Locale.ROOT);
    }

    /** The media type, without parameters. */
    public String mediaType() {
        return mediaType;
    }

    /** Whether its bodies are UTF-8. */
    public boolean isText() {
        return isText;
    }

    /** What the guard holds its bodies to. */
    public Rules rules() {
        return rules;
    }

    /** The word. */
    @Override
    public String toString() {
        return word;
    }

    /** The words of all. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Format::word).toList();
    }

    /** The format of this exact word, where there is one. */
    public static Optional<Format> find(String word) {
        return Arrays.stream(values())
                .filter(format -> format.word.equals(word))
                .findFirst();
    }
}
