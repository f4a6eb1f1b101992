//! The control group that this process lives in: its limits, and how a CPU quota held it back. Versions 2 and 1.
//!
//! Kernel documentation: `admin-guide/cgroup-v2` (`cpu.stat`, microseconds), `scheduler/sched-bwc` and `admin-guide/cgroup-v1/memory` (nanoseconds).

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::proc::{number, text};

/// Version 1 writes no limit as the largest number of whole pages; no machine has half of that.
const NO_LIMIT: u64 = i64::MAX as u64 / 2;

/// Where each file lies, if anywhere. It is looked for once: a process stays in its group, and a run that asks four times would look for eight files each
/// time.
static FILES: Mutex<BTreeMap<String, Option<String>>> = Mutex::new(BTreeMap::new());

/// How a quota held the group back since the group began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throttled {
    /// Periods in which it did.
    pub periods: u64,
    /// For how long, ns.
    pub ns: u64,
}

/// The counters now; `None` without a quota, which then holds nobody back.
pub fn throttled() -> Option<Throttled> {
    cpus()?;
    parse_throttled(&v2("cpu.stat").or_else(|| v1("cpu", "cpu.stat"))?)
}

/// The CPU quota, in CPUs.
pub fn cpus() -> Option<f64> {
    if let Some(max) = v2("cpu.max") {
        let (quota, period) = max.split_once(' ')?;
        return parse_quota(quota, period);
    }
    parse_quota(&v1("cpu", "cpu.cfs_quota_us")?, &v1("cpu", "cpu.cfs_period_us")?)
}

/// The most memory that the group may use, bytes.
pub fn memory_bytes() -> Option<u64> {
    parse_limit(&v2("memory.max").or_else(|| v1("memory", "memory.limit_in_bytes"))?)
}

/// A file of this process's group in the hierarchy of version 2.
fn v2(name: &str) -> Option<String> {
    in_group("", "", name)
}

/// The same in that of a controller of version 1.
fn v1(controller: &str, name: &str) -> Option<String> {
    in_group(controller, &format!("/{controller}"), name)
}

/// The text of a file of the group.
fn in_group(controller: &str, hierarchy: &str, name: &str) -> Option<String> {
    let mut files = FILES.lock().expect("nobody panics while holding them");
    let file = files.entry(format!("{hierarchy}/{name}")).or_insert_with(|| find(controller, hierarchy, name));
    text(file.as_deref()?)
}

/// Under the group's path; a container sees its own group as the root, whatever its path is called.
fn find(controller: &str, hierarchy: &str, name: &str) -> Option<String> {
    let groups = text("/proc/self/cgroup")?;
    let path = group(&groups, controller).unwrap_or_default();
    let paths = [format!("/sys/fs/cgroup{hierarchy}{path}/{name}"), format!("/sys/fs/cgroup{hierarchy}/{name}")];
    paths.into_iter().find(|path| text(path).is_some())
}

/// The group's path, from the lines `number:controllers:path`; version 2 names no controller.
fn group<'g>(groups: &'g str, controller: &str) -> Option<&'g str> {
    let mut paths = groups.lines().filter_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        controllers.split(',').any(|known| known == controller).then_some(path)
    });
    paths.next()
}

/// Neither `max` nor `-1`, which mean none, is a number here.
#[allow(clippy::cast_precision_loss, reason = "microseconds of a period")]
fn parse_quota(quota: &str, period: &str) -> Option<f64> {
    Some(quota.parse::<u64>().ok()? as f64 / period.parse::<u64>().ok()? as f64)
}

fn parse_limit(text: &str) -> Option<u64> {
    text.parse().ok().filter(|bytes| *bytes < NO_LIMIT)
}

fn parse_throttled(text: &str) -> Option<Throttled> {
    let ns = number(text, "throttled_usec").map(|micros| micros * 1000).or_else(|| number(text, "throttled_time"))?;
    Some(Throttled { periods: number(text, "nr_throttled")?, ns })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_counters_of_both_versions() {
        let expected = |ns| Some(Throttled { periods: 7, ns });
        let v2 = "usage_usec 1\nnr_periods 9\nnr_throttled 7\nthrottled_usec 1234567\n";
        assert_eq!(parse_throttled(v2), expected(1_234_567_000));
        assert_eq!(
            parse_throttled("nr_periods 9\nnr_throttled 7\nthrottled_time 1234567890\n"),
            expected(1_234_567_890)
        );
        assert_eq!(parse_throttled("usage_usec 1\nuser_usec 1\nsystem_usec 0\n"), None);
    }

    #[test]
    fn no_limit_is_none() {
        assert_eq!((parse_quota("150000", "100000"), parse_quota("max", "100000")), (Some(1.5), None));
        assert_eq!(parse_quota("-1", "100000"), None);
        assert_eq!((parse_limit("536870912"), parse_limit("max")), (Some(1 << 29), None));
        assert_eq!(parse_limit("9223372036854771712"), None);
    }

    #[test]
    fn a_file_is_looked_for_once_and_read_each_time() {
        assert_eq!(v2("planted"), None);
        assert_eq!(FILES.lock().unwrap().get("/planted"), Some(&None));
        FILES.lock().unwrap().insert("/planted".to_owned(), Some("/proc/self/stat".to_owned()));
        assert!(v2("planted").is_some_and(|text| text.starts_with(&std::process::id().to_string())));
    }

    #[test]
    fn a_group_is_found_by_its_controller() {
        let groups = "4:memory:/a/b\n1:cpu,cpuacct:/c\n0::/d\n";
        assert_eq!(
            ["memory", "cpu", "pids", ""].map(|name| group(groups, name)),
            [Some("/a/b"), Some("/c"), None, Some("/d")]
        );
    }
}
