package testbed.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimesTest {
    @Test
    void sums_are_exact_and_microseconds_are_rounded_once() {
        Times times = new Times();
        for (int i = 0; i < 3; i++) {
            times.record(1_500);
        }
        assertThat(times.totalMicros()).isEqualTo(5);
        assertThat(times.parse(7)).isEqualTo(new Times.Parse(4_500, 1_500, 1_500, 1_500, 1_500, 1_500, 1_500, 7));
        times.record(999);
        assertThat(times.totalMicros()).isEqualTo(5);
        times.record(1);
        assertThat(times.totalMicros()).isEqualTo(6);
    }

    @Test
    void percentiles_are_those_of_the_histogram_within_a_thousandth() {
        Times times = new Times();
        for (int ns = 1; ns <= 100_000; ns++) {
            times.record(ns);
        }
        Times.Parse parse = times.parse(0);
        assertThat(parse.p50Ns()).isBetween(50_000L, 50_050L);
        assertThat(parse.p90Ns()).isBetween(90_000L, 90_090L);
        assertThat(parse.p99Ns()).isBetween(99_000L, 99_099L);
        assertThat(parse.minNs()).isEqualTo(1);
        assertThat(parse.maxNs()).isEqualTo(100_000);
        assertThat(parse.meanNs()).isEqualTo(50_000.5);
    }

    @Test
    void a_window_longer_than_the_histogram_still_counts_in_full() {
        Times times = new Times();
        times.record(5_000_000_000_000L);
        assertThat(times.parse(0).maxNs()).isEqualTo(5_000_000_000_000L);
        assertThat(times.parse(0).totalNs()).isEqualTo(5_000_000_000_000L);
    }
}
