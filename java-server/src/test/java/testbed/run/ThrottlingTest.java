package testbed.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThrottlingTest {
    @Test
    void readsBothVersions() {
        Throttling expected = new Throttling(7, 1234);
        assertThat(Throttling.parse(List.of("usage_usec 1", "nr_throttled 7", "throttled_usec 1234567")))
                .isEqualTo(expected);
        assertThat(Throttling.parse(List.of("nr_periods 9", "nr_throttled 7", "throttled_time 1234567890")))
                .isEqualTo(expected);
    }

    @Test
    void aGroupWithoutAQuotaHasNone() {
        assertThat(Throttling.parse(List.of("usage_usec 1", "user_usec 1"))).isNull();
    }

    @Test
    void aRunReportsWhatCameSinceItsStart() {
        assertThat(Throttling.between(new Throttling(7, 1000), new Throttling(9, 1234)))
                .isEqualTo(new Throttling(2, 234));
        assertThat(Throttling.between(null, new Throttling(9, 1234))).isNull();
    }
}
