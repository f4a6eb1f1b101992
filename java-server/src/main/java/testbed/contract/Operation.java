package testbed.contract;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What an engine does in the window: all that is said of an operation is said here. The first is
 * meant where a request names none.
 */
public enum Operation {
    /** Bytes in, the whole object out. */
    DECODE(Operand.BYTES, Operand.OBJECT, "parse", "parsing_time_micro_s", "decodes to another object"),
    /** Bytes in, the type's excerpt out. */
    PARTIAL(Operand.BYTES, Operand.EXCERPT, "parse", "parsing_time_micro_s", "has another excerpt"),
    /** An object in, its bytes out. */
    ENCODE(Operand.OBJECT, Operand.BYTES, "encode", "encoding_time_micro_s", "wrote other bytes");

    private final Operand takes;
    private final Operand makes;
    private final String windows;
    private final String windowsSum;
    private final String mismatch;

    Operation(Operand takes, Operand makes, String windows, String windowsSum, String mismatch) {
        this.takes = takes;
        this.makes = makes;
        this.windows = windows;
        this.windowsSum = windowsSum;
        this.mismatch = mismatch;
    }

    /** The contract's word: {@code decode}, {@code partial}, {@code encode}. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether its windows take bodies, which come from a provider or a sender. */
    public boolean needsBodies() {
        return takes == Operand.BYTES;
    }

    /** What comes out of its windows, and so what an engine must prove that it makes right. */
    public Operand makes() {
        return makes;
    }

    /** The contract's name of its windows: {@code parse}, {@code encode}. */
    public String windows() {
        return windows;
    }

    /** The contract's name of their sum; a result puts its format before it. */
    public String windowsSum() {
        return windowsSum;
    }

    /** What is said of a body, or of an engine that writes, where something else was made. */
    public String mismatch() {
        return mismatch;
    }

    /** The words of all. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Operation::word).toList();
    }

    /** The operation of one of these words. */
    public static Operation of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
