package testbed.request;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where the bodies of a run come from. */
public enum Source {
    /** Each is requested when it is due. */
    HTTP,
    /** One of each variant is requested first; the run parses these from memory. */
    REPLAY;

    /** The word that requests use. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The words of all. */
    static List<String> words() {
        return Arrays.stream(values()).map(Source::word).toList();
    }

    /** The source of one of these words. */
    static Source of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
