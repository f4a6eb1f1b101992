package testbed.codings;

/** A body is not one whole body of its coding, or decodes to too many bytes; the message never carries the body's. */
public final class CodingException extends RuntimeException {
    private final boolean isTooLarge;

    private CodingException(String message, boolean isTooLarge) {
        super(message, null, false, false);
        this.isTooLarge = isTooLarge;
    }

    /** It breaks this rule of its coding, or of the contract. */
    static CodingException broken(String rule) {
        return new CodingException(rule, false);
    }

    /** It decodes to more bytes than these, or says so. */
    static CodingException tooLarge(int mostBytes) {
        return new CodingException("it decodes to more than " + mostBytes + " bytes", true);
    }

    /** Whether nothing is wrong with it but its length. */
    public boolean isTooLarge() {
        return isTooLarge;
    }
}
