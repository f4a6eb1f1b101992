package testbed.guard;

import static testbed.guard.GuardTest.text;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Format;

class JsonGuardTest {
    private static final String DEEP = "more than 64 levels are open";

    @Test
    void levels_nest_64_deep_and_no_deeper() {
        passes("[".repeat(64));
        refuses("[".repeat(65), DEEP);
        refuses("{\"a\":".repeat(65), DEEP);
        refuses("[".repeat(100_000), DEEP);
        passes("[{".repeat(32) + "}]".repeat(32) + "[".repeat(64));
        passes("[]".repeat(1000));
        refuses("]".repeat(9) + "[".repeat(65), DEEP);
    }

    @Test
    void brackets_in_strings_do_not_count() {
        passes("\"" + "[".repeat(65) + "\\\"" + "{".repeat(65) + "\"");
        refuses("\"\\\\\"" + "[".repeat(65), DEEP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"", "\"a", "\"\\\"", "\"\\", "\"\\\\\\\"", "{\"a\":\"b}"})
    void a_string_that_does_not_end_is_refused(String body) {
        refuses(body, "a string does not end");
    }

    @ParameterizedTest
    @ValueSource(chars = {0, 1, 8, 0x0b, 0x0c, 0x0e, 0x1f})
    void control_characters_stand_nowhere(char control) {
        refuses("{" + control + "}", "a control character");
        refuses("\"" + control + "\"", "a control character in a string");
        refuses("\"\\" + control + "\"", "a control character in a string");
    }

    @ParameterizedTest
    @ValueSource(chars = {'\t', '\n', '\r'})
    void white_space_stands_outside_strings_only(char space) {
        passes("{" + space + "}" + space);
        refuses("\"" + space + "\"", "a control character in a string");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\u0000",
                "\\uABCD",
                "\\uabcd",
                "\\ud7ff",
                "\\ue000",
                "\\ud800\\udc00",
                "\\udbff\\udfff",
                "\\ud83d\\ude00\\ud83d\\ude00",
                "\\x",
                "\\U00",
                "\u00e9\\\u00e9",
                "\u007f"
            })
    void escapes_pass(String inside) {
        passes("\"" + inside + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "\\u, four",
        "\\u123, four",
        "\\u12g4, four",
        "\\u+123, four",
        "\\u 123, four",
        "\\u１２３４, four",
        "\\udc00, a low",
        "\\udfff\\ud800, a low",
        "\\ud800, a high",
        "\\ud800x, a high",
        "\\ud800\\n, a high",
        "\\ud800\\ud800, a high",
        "\\ud800\\u0041, a high",
        "\\ud800 \\udc00, a high",
        "\\ud800\\udc0, four",
    })
    void escapes_are_refused(String inside, String which) {
        refuses(
                "\"" + inside + "\"",
                switch (which) {
                    case "four" -> "four hexadecimal digits do not follow \\u";
                    case "a low" -> "a low surrogate stands without a high one";
                    default -> "a high surrogate stands without a low one";
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"true", "false", "[1,-2.5e+3,0]", "e5", "+5", ".5", "1\"-\"2", "\"01\"", "{]", "[-0.0,-0e0]"})
    void what_is_a_number_or_the_engines_business_passes(String body) {
        passes(body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"01", "1.", "-", "1e", "1e+", "1.5.5", "1-1", "--1", "-.5", "1.e3", "[1,2.]", "x-y", "1E5.5"})
    void what_begins_like_a_number_is_one(String body) {
        refuses(body, "a number is not one of RFC 8259");
    }

    @Test
    void numbers_have_edges() {
        passes("1".repeat(64));
        refuses("1".repeat(65), "a number is longer than 64 bytes");
        refuses("[-0]", "a number is -0");
        passes("1.797693134862315807e308");
        refuses("1.797693134862315808e308", "a number is too large for a double");
        refuses("-1e99999999999999999999", "a number is too large for a double");
        passes("1e-99999999999999999999");
    }

    private static void passes(String body) {
        GuardTest.passes(Format.JSON, text(body));
    }

    private static void refuses(String body, String rule) {
        GuardTest.refuses(Format.JSON, text(body), rule);
    }
}
