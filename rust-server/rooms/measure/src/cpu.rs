//! What the CPUs did during a part of a run: counters read before and after it, never between.
//!
//! Files: proc(5) (`stat`, `status`), kernel documentation `scheduler/sched-stats` (`schedstat`, ns) and `accounting/psi` (us).

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::{TimeVal, TimeValLike};
use serde::{Serialize, Serializer};

use testbed_environment::cgroup::throttled;
use testbed_environment::proc::{number, text, value};

/// `/proc/stat` counts in hundredths of a second, whatever the kernel's own tick is.
const TICK_NS: u64 = 10_000_000;

/// Counters at one moment, times in ns; of two readings the difference. One that the system does not keep is absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct Counters {
    #[serde(rename = "user_ms", serialize_with = "ms", skip_serializing_if = "Option::is_none")]
    pub user: Option<u64>,
    #[serde(rename = "system_ms", serialize_with = "ms", skip_serializing_if = "Option::is_none")]
    pub system: Option<u64>,
    #[serde(rename = "run_ms", serialize_with = "ms", skip_serializing_if = "Option::is_none")]
    pub run: Option<u64>,
    #[serde(rename = "run_queue_wait_ms", serialize_with = "ms", skip_serializing_if = "Option::is_none")]
    pub run_queue_wait: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voluntary_switches: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub involuntary_switches: Option<u64>,
    #[serde(rename = "pressure_ms", serialize_with = "ms", skip_serializing_if = "Option::is_none")]
    pub pressure: Option<u64>,
    #[serde(rename = "steal_ms", serialize_with = "ms", skip_serializing_if = "Option::is_none")]
    pub steal: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throttled_periods: Option<u64>,
    #[serde(rename = "throttled_ms", serialize_with = "ms", skip_serializing_if = "Option::is_none")]
    pub throttled: Option<u64>,
}

/// The contract's `Cpu`.
#[derive(Clone, Debug, Serialize)]
pub struct Cpu {
    /// What came during the part.
    #[serde(flatten)]
    pub counters: Counters,
    /// The canary before and after.
    pub canary_ns: [u64; 2],
}

impl Counters {
    /// The process's, the calling thread's and the machine's, now.
    pub fn now() -> Self {
        let usage = getrusage(UsageWho::RUSAGE_SELF).ok();
        let throttled = throttled();
        Self {
            user: usage.map(|usage| ns(usage.user_time())),
            system: usage.map(|usage| ns(usage.system_time())),
            pressure: text("/proc/pressure/cpu").and_then(|text| parse_pressure(&text)),
            steal: text("/proc/stat").and_then(|text| parse_steal(&text)),
            throttled_periods: throttled.map(|throttled| throttled.periods),
            throttled: throttled.map(|throttled| throttled.ns),
            ..Self::of_thread()
        }
    }

    /// The calling thread's, now, and no others.
    pub fn of_thread() -> Self {
        let (run, run_queue_wait) = text("/proc/thread-self/schedstat").and_then(|text| parse_schedstat(&text)).unzip();
        let status = text("/proc/thread-self/status").unwrap_or_default();
        Self {
            run,
            run_queue_wait,
            voluntary_switches: number(&status, "voluntary_ctxt_switches"),
            involuntary_switches: number(&status, "nonvoluntary_ctxt_switches"),
            ..Self::default()
        }
    }

    /// The same, with those of a thread summed over several.
    #[must_use]
    pub fn over(self, threads: &[Self]) -> Self {
        let sum = |field: fn(&Self) -> Option<u64>| -> Option<u64> { threads.iter().map(field).sum() };
        Self {
            run: sum(|counters| counters.run),
            run_queue_wait: sum(|counters| counters.run_queue_wait),
            voluntary_switches: sum(|counters| counters.voluntary_switches),
            involuntary_switches: sum(|counters| counters.involuntary_switches),
            ..self
        }
    }

    /// What came since an earlier reading.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let came = |field: fn(&Self) -> Option<u64>| Some(field(self)?.saturating_sub(field(earlier)?));
        Self {
            user: came(|counters| counters.user),
            system: came(|counters| counters.system),
            run: came(|counters| counters.run),
            run_queue_wait: came(|counters| counters.run_queue_wait),
            voluntary_switches: came(|counters| counters.voluntary_switches),
            involuntary_switches: came(|counters| counters.involuntary_switches),
            pressure: came(|counters| counters.pressure),
            steal: came(|counters| counters.steal),
            throttled_periods: came(|counters| counters.throttled_periods),
            throttled: came(|counters| counters.throttled),
        }
    }
}

fn ns(time: TimeVal) -> u64 {
    u64::try_from(time.num_microseconds()).unwrap_or_default() * 1000
}

/// `<on a CPU> <waiting for one> <timeslices>`; a kernel without these counters writes zeros, which no running thread has.
fn parse_schedstat(text: &str) -> Option<(u64, u64)> {
    let mut fields = text.split(' ').map(str::parse);
    let (run, wait) = (fields.next()?.ok()?, fields.next()?.ok()?);
    (run > 0).then_some((run, wait))
}

/// `some avg10=… total=<us>`
fn parse_pressure(text: &str) -> Option<u64> {
    let micros = value(text, "some")?.rsplit_once("total=")?.1.parse::<u64>().ok()?;
    Some(micros * 1000)
}

/// `cpu  <user> <nice> <system> <idle> <iowait> <irq> <softirq> <steal> …`
fn parse_steal(text: &str) -> Option<u64> {
    Some(value(text, "cpu")?.split(' ').nth(7)?.parse::<u64>().ok()? * TICK_NS)
}

/// Milliseconds with up to three decimals.
#[allow(clippy::cast_precision_loss, reason = "2^53 us are 285 years")]
#[allow(clippy::ref_option, reason = "serde calls it so")]
fn ms<S: Serializer>(ns: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    ns.map(|ns| ((ns + 500) / 1000) as f64 / 1000.0).serialize(serializer)
}

#[cfg(test)]
#[path = "cpu_tests.rs"]
mod tests;
