package testbed.bodies;

import java.io.IOException;
import testbed.contract.Code;

/** Why what came is no answer by the {@link AnswerGrammar}. */
final class AnswerFault extends IOException {
    private final transient Code code;

    AnswerFault(Code code, String what) {
        super(what);
        this.code = code;
    }

    /** What a run says of a provider that answers so; of another status than 200 it says which. */
    Code code() {
        return code;
    }

    /** The same, to be thrown once more. */
    AnswerFault again() {
        return new AnswerFault(code, getMessage());
    }

    /** What comes where nothing may. */
    static AnswerFault unasked() {
        return foreign("it answered what nobody asked");
    }

    /** What is not HTTP. */
    static AnswerFault foreign(String what) {
        return new AnswerFault(Code.PROVIDER_UNREACHABLE, "it does not answer in HTTP: " + what);
    }

    /** A body's chunks that are none. */
    static AnswerFault framing(String what) {
        return new AnswerFault(Code.PROVIDER_TRUNCATED, "its body is not framed as HTTP has it: " + what);
    }

    static AnswerFault headTooLarge() {
        return new AnswerFault(
                Code.PROVIDER_TOO_LARGE,
                "it sent a head, or framing around chunks, of more than " + AnswerGrammar.MOST_HEAD + " bytes or "
                        + AnswerGrammar.MOST_FIELDS + " fields");
    }

    static AnswerFault bodyTooLarge(long mostBytes) {
        return new AnswerFault(
                Code.PROVIDER_TOO_LARGE, "its body is declared to have more than " + mostBytes + " bytes");
    }

    /** A connection that ends before the head does. */
    static AnswerFault headCut() {
        return new AnswerFault(
                Code.PROVIDER_UNREACHABLE, "it closed the connection before it answered with a whole head");
    }

    /** A connection that ends before the body does. */
    static AnswerFault bodyCut() {
        return new AnswerFault(Code.PROVIDER_TRUNCATED, "it closed the connection before its body was whole");
    }
}
