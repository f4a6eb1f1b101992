package testbed.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Origin;

class AllowedReceiverTest {
    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8080, http://127.0.0.1:8080, true",
        "http://127.0.0.1:8080, http://127.0.0.1:8081, false",
        "http://127.0.0.1:*, http://127.0.0.1:8081, true",
        "http://127.0.0.1:*, http://127.0.0.2:8081, false",
        "http://[::1]:*, http://[::1]:1, true",
        "http://a, http://a:80, true"
    })
    void one_is_allowed_by_its_origin_or_by_its_host_alone(String entry, String receiver, boolean allowed) {
        assertThat(AllowedReceiver.parse(entry)
                        .orElseThrow()
                        .allows(Origin.parse(receiver).orElseThrow()))
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:8080:*", "127.0.0.1:*", "http://:*", "*", "http://a:*/", "https://a:*"})
    void anything_else_is_no_entry(String entry) {
        assertThat(AllowedReceiver.parse(entry)).isEmpty();
    }
}
