package testbed.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeriesTest {
    @Test
    void a_block_is_the_mean_of_500_rounded_half_up_and_a_part_is_left_out() {
        Series series = new Series(1_499);
        for (int i = 0; i < 1_499; i++) {
            series.record(i < 500 ? 10 : i < 750 ? 20 : 21);
        }
        assertThat(series.blocks().objects()).isEqualTo(500);
        assertThat(series.blocks().meanNs()).containsExactly(10, 21);
    }

    @Test
    void what_a_failed_run_did_not_reach_is_not_there() {
        Series series = new Series(5_000);
        assertThat(series.blocks().meanNs()).isEmpty();
    }
}
