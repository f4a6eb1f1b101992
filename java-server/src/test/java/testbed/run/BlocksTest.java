package testbed.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BlocksTest {
    @Test
    void a_block_is_the_mean_of_500_rounded_half_up_and_a_part_is_left_out() {
        Blocks blocks = new Blocks(1_499);
        for (int i = 0; i < 1_499; i++) {
            blocks.record(i < 500 ? 10 : i < 750 ? 20 : 21);
        }
        assertThat(blocks.series().objects()).isEqualTo(500);
        assertThat(blocks.series().meanNs()).containsExactly(10, 21);
    }

    @Test
    void what_a_failed_run_did_not_reach_is_not_there() {
        Blocks blocks = new Blocks(5_000);
        assertThat(blocks.series().meanNs()).isEmpty();
    }
}
