package testbed.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static testbed.guard.Small.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    private static final String TOO_LARGE = "a number is too large for a double";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "7",
                "10",
                "-1",
                "9223372036854775808",
                "0.0",
                "-0.0",
                "-0e0",
                "1.50",
                "1e3",
                "1E+3",
                "1e-3",
                "0.1e00",
                "1.7976931348623157e308",
                "5e-324",
                "1e-999",
                "0e999",
                "0.000e99999999999999999999",
                "0.00000001e316",
                "1000000e302",
                "1e-99999999999999999999"
            })
    void numbers_of_rfc_8259_pass(String number) {
        assertThat(real(number)).isEqualTo(number.length());
        assertThat(real(number + ",")).isEqualTo(number.length());
        assertThat(real(number + " 1")).isEqualTo(number.length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "-", "+1", "--1", "00", "01", "-01", ".5", "5.", "-.5", "1.e3", "1e", "1e+", "1e+-3", "1e-+3",
                "1.5.5", "1e3e3", "1e3.5", "1-1", "1.5-1", "NaN", "-x", "\u0661"
            })
    void anything_else_is_none(String number) {
        assertThatThrownBy(() -> real(number)).hasMessage("a number is not one of RFC 8259 (at byte 0)");
        assertThatThrownBy(() -> integer(number, Long.MAX_VALUE))
                .hasMessage("a number is not one of RFC 8259 (at byte 0)");
    }

    @Test
    void sixty_four_bytes_pass_and_one_more_does_not() {
        assertThat(real("1".repeat(64))).isEqualTo(64);
        assertThat(real("1e" + "0".repeat(62))).isEqualTo(64);
        assertThatThrownBy(() -> real("1".repeat(65))).hasMessageStartingWith("a number is longer than 64 bytes");
        assertThatThrownBy(() -> real("1e" + "9".repeat(60_000)))
                .hasMessageStartingWith("a number is longer than 64 bytes");
        assertThatThrownBy(() -> integer("1".repeat(65), Long.MAX_VALUE))
                .hasMessageStartingWith("a number is longer than 64 bytes");
    }

    @Test
    void minus_zero_is_refused_as_an_integer_alone() {
        assertThatThrownBy(() -> real("-0")).hasMessageStartingWith("a number is -0");
        assertThatThrownBy(() -> integer("-0", Integer.MAX_VALUE)).hasMessageStartingWith("a number is -0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1e309", "-1e309", "1e99999999999999999999", "1.8e308", "0.18e309", "17977e304", "0.0002e312"})
    void a_number_whose_nearest_double_is_infinite_is_refused(String number) {
        assertThatThrownBy(() -> real(number)).hasMessageStartingWith(TOO_LARGE);
    }

    /** Halfway between the largest double and the next power of two: from there on the nearest is infinite. */
    @Test
    void the_edge_of_doubles_is_where_java_has_it() {
        BigDecimal edge = new BigDecimal(BigInteger.ONE.shiftLeft(1024).subtract(BigInteger.ONE.shiftLeft(970)));
        for (int digits = 1; digits <= 58; digits++) {
            for (RoundingMode mode : new RoundingMode[] {RoundingMode.DOWN, RoundingMode.UP}) {
                BigDecimal near = edge.round(new MathContext(digits, mode));
                String number = near.unscaledValue() + "e" + -near.scale();
                boolean isInfinite = Double.isInfinite(Double.parseDouble(number));
                assertThat(isInfinite).isEqualTo(mode == RoundingMode.UP);
                if (isInfinite) {
                    assertThatThrownBy(() -> real(number)).hasMessageStartingWith(TOO_LARGE);
                } else {
                    assertThat(real(number)).isEqualTo(number.length());
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2147483647, 2147483648, 2147483647",
        "-2147483648, -2147483649, 2147483647",
        "9, 10000000000, 2147483647",
        "0, 99999999999999999999999999, 2147483647",
        "9223372036854775807, 9223372036854775808, 9223372036854775807",
        "-9223372036854775808, -9223372036854775809, 9223372036854775807",
        "-1, 18446744073709551616, 9223372036854775807",
        "1, -18446744073709551617, 9223372036854775807",
        "999999999999999999, 9999999999999999999, 9223372036854775807",
    })
    void an_integer_is_as_large_as_its_width(String least, String over, long largest) {
        assertThat(integer(least, largest)).isEqualTo(least.length());
        assertThatThrownBy(() -> integer(over, largest)).hasMessageStartingWith("an integer is out of its range");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1e0", "1E0", "-0.0", "0e0"})
    void an_integer_has_no_fraction_and_no_exponent(String number) {
        assertThatThrownBy(() -> integer(number, Long.MAX_VALUE))
                .hasMessageStartingWith("an integer has a fraction or an exponent");
    }

    private static int real(String number) {
        return Numbers.real(text(number), 0);
    }

    private static int integer(String number, long largest) {
        return Numbers.integer(text(number), 0, largest);
    }
}
