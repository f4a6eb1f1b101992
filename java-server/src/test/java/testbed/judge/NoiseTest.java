package testbed.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import testbed.judge.Noise.Rule;
import testbed.measure.Cpu;
import testbed.measure.Jit;

class NoiseTest {
    private static final Cpu NOTHING_KEPT =
            new Cpu(null, null, null, null, null, null, null, null, null, null, List.of(1_000L, 1_030L));

    @Test
    void a_rule_fires_over_its_limit_and_not_at_it() {
        Cpu atLimits = new Cpu(1.0, 1.0, 100.0, 2.0, 1L, 1L, 50.0, 10.0, 0L, 0.0, List.of(1_000L, 1_030L));
        assertThat(Noise.judge(atLimits, new Jit(10), 1_000)).isEmpty();
        Cpu over = new Cpu(1.0, 1.0, 100.0, 3.0, 1L, 1L, 60.0, 20.0, 1L, 0.5, List.of(1_000L, 900L));
        assertThat(Noise.judge(over, new Jit(20), 1_000))
                .containsExactly(
                        new Rule("cpu_pressure", 0.06, 0.05),
                        new Rule("run_queue_wait", 0.03, 0.02),
                        new Rule("steal", 0.02, 0.01),
                        new Rule("throttled", 0.0005, 0),
                        new Rule("jit", 0.02, 0.01),
                        new Rule("canary", 0.1, 0.03));
    }

    @Test
    void what_the_system_does_not_keep_is_not_judged() {
        assertThat(Noise.judge(NOTHING_KEPT, null, 1_000)).isEmpty();
    }
}
