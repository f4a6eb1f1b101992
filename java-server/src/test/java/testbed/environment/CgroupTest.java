package testbed.environment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import testbed.environment.Cgroup.Throttled;

class CgroupTest {
    @Test
    void reads_the_counters_of_both_versions() {
        assertThat(Cgroup.parseThrottled("usage_usec 1\nnr_periods 9\nnr_throttled 7\nthrottled_usec 1234567"))
                .isEqualTo(new Throttled(7, 1_234_567_000));
        assertThat(Cgroup.parseThrottled("nr_periods 9\nnr_throttled 7\nthrottled_time 1234567890"))
                .isEqualTo(new Throttled(7, 1_234_567_890));
        assertThat(Cgroup.parseThrottled("usage_usec 1\nuser_usec 1")).isNull();
        assertThat(Cgroup.parseThrottled(null)).isNull();
    }

    @Test
    void no_limit_is_null() {
        assertThat(Cgroup.parseQuota("150000 100000")).isEqualTo(1.5);
        assertThat(Cgroup.parseQuota("max 100000")).isNull();
        assertThat(Cgroup.parseQuota("-1 100000")).isNull();
        assertThat(Cgroup.parseQuota("null null")).isNull();
        assertThat(Cgroup.parseLimit("536870912")).isEqualTo(536_870_912);
        assertThat(Cgroup.parseLimit("max")).isNull();
        assertThat(Cgroup.parseLimit("9223372036854771712")).isNull();
    }

    @Test
    void a_group_is_found_by_its_controller() {
        String groups = "4:memory:/a/b\n1:cpu,cpuacct:/c\n0::/d\n";
        assertThat(Cgroup.group(groups, "memory")).isEqualTo("/a/b");
        assertThat(Cgroup.group(groups, "cpu")).isEqualTo("/c");
        assertThat(Cgroup.group(groups, "pids")).isEmpty();
        assertThat(Cgroup.group(groups, "")).isEqualTo("/d");
    }
}
