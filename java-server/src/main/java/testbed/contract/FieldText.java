package testbed.contract;

/** What the heads of requests and of answers are made of (docs/contract/http.md). */
public final class FieldText {
    private static final String MARKS = "!#$%&'*+-.^_`|~";

    private FieldText() {}

    /** Whether a byte may stand in a name or a method. */
    public static boolean isToken(byte b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b > 0 && MARKS.indexOf(b) >= 0;
    }

    /** Whether a byte may stand in a value, a reason or an extension; letters of other alphabets come in any coding. */
    public static boolean isText(byte b) {
        return b == '\t' || b >= ' ' && b != 0x7f || b < 0;
    }
}
