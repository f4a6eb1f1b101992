package testbed.contract;

import java.nio.charset.StandardCharsets;

/** What a client sent, as an answer may quote it. */
public final class Shown {
    private Shown() {}

    /** The text's first characters, an ellipsis where there were more; half a surrogate pair, which no answer can carry, is a question mark. */
    public static String of(String text, int most) {
        String shown = text;
        if (text.codePointCount(0, text.length()) > most) {
            shown = text.substring(0, text.offsetByCodePoints(0, most)) + "…";
        }
        return new String(shown.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
