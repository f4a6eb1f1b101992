package testbed.bodies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.contract.Code;
import testbed.contract.ProblemException;

class SendersTest {
    private static final int LONG_MS = 5000;

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1",
        "127.0.0.1, ::ffff:127.0.0.1",
        "[::ffff:127.0.0.1], 127.0.0.1",
        "[0:0::1], ::1",
        "localhost, 127.0.0.1"
    })
    void a_host_is_known_by_its_address_however_it_is_spelled(String host, String peer) {
        assertThatCode(() -> new Senders(Set.of("10.1.1.1", host)).check(Senders.address(peer), LONG_MS))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, 127.0.0.2", "[::1], 127.0.0.1", "localhost, 10.0.0.1", "no-such-host.invalid, 127.0.0.1"})
    void another_is_not_allowed(String host, String peer) {
        assertThatThrownBy(() -> new Senders(Set.of(host)).check(Senders.address(peer), LONG_MS))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(Code.SENDER_NOT_ALLOWED));
    }
}
