//! How often and how long a container's CPU quota kept this process from running, by cgroup v2 and v1.
//!
//! Kernel documentation: `admin-guide/cgroup-v2` (`cpu.stat`, microseconds) and `scheduler/sched-bwc` (v1, nanoseconds).

use std::fs;

use serde::Serialize;

/// Where `cpu.stat` of this process's own group lies inside a container, v2 first.
const FILES: [&str; 3] =
    ["/sys/fs/cgroup/cpu.stat", "/sys/fs/cgroup/cpu/cpu.stat", "/sys/fs/cgroup/cpu,cpuacct/cpu.stat"];

/// Counters since the group began; of two readings the difference, which is the contract's `Cpu`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Throttling {
    throttled_periods: u64,
    throttled_ms: u64,
}

impl Throttling {
    /// The counters now; `None` where the system keeps none.
    pub fn now() -> Option<Self> {
        FILES.iter().find_map(|file| Self::parse(&fs::read_to_string(file).ok()?))
    }

    /// What came since an earlier reading.
    pub fn since(self, earlier: Self) -> Self {
        Self {
            throttled_periods: self.throttled_periods.saturating_sub(earlier.throttled_periods),
            throttled_ms: self.throttled_ms.saturating_sub(earlier.throttled_ms),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let value = |key: &str| {
            text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')?.trim().parse::<u64>().ok())
        };
        let micros = value("throttled_usec").or_else(|| Some(value("throttled_time")? / 1000))?;
        Some(Self { throttled_periods: value("nr_throttled")?, throttled_ms: micros / 1000 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_versions() {
        let expected = Some(Throttling { throttled_periods: 7, throttled_ms: 1234 });
        assert_eq!(Throttling::parse("usage_usec 1\nnr_periods 9\nnr_throttled 7\nthrottled_usec 1234567\n"), expected);
        assert_eq!(Throttling::parse("nr_periods 9\nnr_throttled 7\nthrottled_time 1234567890\n"), expected);
    }

    #[test]
    fn a_group_without_a_quota_has_none() {
        assert_eq!(Throttling::parse("usage_usec 1\nuser_usec 1\nsystem_usec 0\n"), None);
    }

    #[test]
    fn a_run_reports_what_came_since_its_start() {
        let earlier = Throttling { throttled_periods: 7, throttled_ms: 1000 };
        let later = Throttling { throttled_periods: 9, throttled_ms: 1234 };
        assert_eq!(later.since(earlier), Throttling { throttled_periods: 2, throttled_ms: 234 });
    }
}
