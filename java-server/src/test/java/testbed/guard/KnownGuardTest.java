package testbed.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static testbed.guard.GuardTest.allocated;
import static testbed.guard.Small.bytes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.contract.Format;
import testbed.objects.ObjectTypes;

class KnownGuardTest {
    private static final byte[] FIRST = bytes("0a 01 61");
    private static final byte[] SECOND = bytes("0a 01 62");

    private final Guard guard = Guard.knowing(FIRST, SECOND);

    @Test
    void a_body_passes_where_it_is_due() {
        guard.checkDue(FIRST.clone(), 0);
        guard.checkDue(SECOND.clone(), 1);
        guard.check(SECOND.clone());
        assertThat(allocated(() -> guard.checkDue(SECOND, 1))).isZero();
        refused(SECOND, 0, 2);
    }

    /** Each says what the first says: a longer length, more behind it, a field twice; and the end missing, nothing. */
    @ParameterizedTest
    @CsvSource({"0a810061, 1", "0a016100, 3", "0a01610a0161, 3", "0a01, 2", "'', 0"})
    void any_other_is_refused_where_it_differs(String body, int at) {
        refused(bytes(body), 0, at);
        assertThatThrownBy(() -> guard.check(bytes(body)))
                .isInstanceOf(GuardException.class)
                .hasMessage("it is not the body of a variant (at byte 0)");
    }

    private void refused(byte[] body, int variant, int at) {
        assertThatThrownBy(() -> guard.checkDue(body, variant))
                .isInstanceOf(GuardException.class)
                .hasMessage("it is not the body of the variant that is due (at byte " + at + ")");
    }

    @Test
    void one_that_was_told_of_no_body_passes_none() {
        Guard none =
                Guard.of(Format.PROTOBUF, new ObjectTypes().named("PersonName").orElseThrow());
        assertThatThrownBy(() -> none.check(new byte[0])).isInstanceOf(GuardException.class);
    }
}
