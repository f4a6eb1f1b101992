//! Where the server runs: what figures depend on that no build decides.

use std::thread::available_parallelism;

use serde::Serialize;

use super::cgroup;
use super::proc::{number, text, value};

/// The contract's `Machine`; what the system does not tell is absent.
#[derive(Clone, Debug, Serialize)]
#[allow(clippy::struct_field_names, reason = "named after the contract's fields")]
pub struct Machine {
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_model: Option<String>,
    cores: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    affinity: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    governor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mhz: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kernel: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hypervisor: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    load_1m: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pressure_avg10: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    container: Option<Container>,
}

/// The limits of the process's control group, where it has any.
#[derive(Clone, Debug, Serialize)]
struct Container {
    #[serde(skip_serializing_if = "Option::is_none")]
    cpus: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_bytes: Option<u64>,
}

impl Machine {
    /// As it is now.
    pub fn now() -> Self {
        let cpuinfo = text("/proc/cpuinfo").unwrap_or_default();
        let limits = Container { cpus: cgroup::cpus(), memory_bytes: cgroup::memory_bytes() };
        Self {
            cpu_model: value(&cpuinfo, "model name").map(str::to_owned).or_else(|| arm(&cpuinfo)),
            cores: cores(),
            affinity: text("/proc/self/status")
                .and_then(|status| Some(value(&status, "Cpus_allowed_list")?.to_owned())),
            governor: text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            mhz: value(&cpuinfo, "cpu MHz").and_then(|mhz| mhz.parse().ok()),
            memory_bytes: text("/proc/meminfo").and_then(|meminfo| Some(number(&meminfo, "MemTotal")? * 1024)),
            kernel: text("/proc/sys/kernel/osrelease"),
            hypervisor: value(&cpuinfo, "flags").map(|flags| flags.split(' ').any(|flag| flag == "hypervisor")),
            load_1m: text("/proc/loadavg").and_then(|loads| loads.split(' ').next()?.parse().ok()),
            pressure_avg10: text("/proc/pressure/cpu").and_then(|pressure| parse_avg10(&pressure)),
            container: (limits.cpus.is_some() || limits.memory_bytes.is_some()).then_some(limits),
        }
    }
}

/// ARM has no name there, but numbers: of who made the first core, and of which core it is.
fn arm(cpuinfo: &str) -> Option<String> {
    let (maker, part) = (value(cpuinfo, "CPU implementer")?, value(cpuinfo, "CPU part")?);
    Some(format!("ARM implementer {maker}, part {part}"))
}

/// The CPUs that this process may use, by its affinity and its control group's quota.
pub fn cpus() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// The CPUs online; where the system lists none, those that the process may use.
fn cores() -> usize {
    let online = text("/sys/devices/system/cpu/online").and_then(|list| count(&list));
    online.unwrap_or_else(cpus)
}

/// How many numbers a list of ranges such as `0-1,4` holds.
fn count(ranges: &str) -> Option<usize> {
    let range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        (last.parse::<usize>().ok()? + 1).checked_sub(first.parse().ok()?)
    };
    ranges.split(',').map(range).sum()
}

/// `some avg10=0.11 avg60=…`
fn parse_avg10(pressure: &str) -> Option<f64> {
    value(pressure, "some")?.split(' ').find_map(|field| field.strip_prefix("avg10=")?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_cpus_are_counted() {
        assert_eq!(["0", "0-1", "0-3,8,10-11"].map(count), [Some(1), Some(2), Some(7)]);
        assert_eq!([count(""), count("3-1")], [None, None]);
    }

    #[test]
    fn a_core_of_arm_is_told_by_its_numbers() {
        let cpuinfo = "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c\n";
        assert_eq!(arm(cpuinfo).as_deref(), Some("ARM implementer 0x41, part 0xd0c"));
        assert_eq!(arm("processor\t: 0\n"), None);
    }

    #[test]
    fn pressure_is_that_of_some_task() {
        let pressure =
            "full avg10=9.00 avg60=0.00 avg300=0.00 total=0\nsome avg10=0.25 avg60=0.16 avg300=0.30 total=26";
        assert_eq!(parse_avg10(pressure), Some(0.25));
    }

    #[test]
    fn this_machine_has_what_every_linux_tells() {
        let machine = Machine::now();
        let kernel = machine.kernel.unwrap();
        assert!(text("/proc/version").unwrap().contains(&kernel), "{kernel}");
        assert!(machine.memory_bytes.unwrap() > 1 << 20 && machine.cores >= 1);
        assert!((1..=machine.cores).contains(&cpus()), "{}", cpus());
        assert!(
            count(&machine.affinity.unwrap()).unwrap() <= machine.cores,
            "a process may use no more than there are"
        );
    }
}
