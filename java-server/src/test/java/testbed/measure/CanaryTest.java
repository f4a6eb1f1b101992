package testbed.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CanaryTest {
    /** 20,000 steps, each of which waits for the last: 3 to 5 cycles at 1 to 6 GHz. Less, and several steps were made one. */
    @Test
    void the_loop_is_run_step_by_step_and_compiled() {
        Canary.warmUp();
        assertThat(Canary.ns()).isBetween(10_000L, 200_000L);
    }
}
