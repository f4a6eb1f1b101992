//! A part of a run, warm-up or measured, and all that it tells of itself.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use testbed_contract::Operation;
use testbed_judge::{Disturbance, Steadiness, noise, steadiness};
use testbed_measure::{Cores, Cpu, FetchTimes, Memory, Parse, Reclaim, Series, Tally, milliseconds};

/// The fields that the contract's `RunResult` and `Warmup` share. Those that do not stand side by side in both are skipped, and written by each.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct Part {
    #[serde(skip)]
    pub total: Duration,
    #[serde(skip)]
    pub parse: Parse,
    #[serde(skip)]
    pub histogram: String,
    #[serde(skip)]
    pub connections: Option<u64>,
    pub blocks: Series,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steadiness: Option<Steadiness>,
    pub noise: Vec<Disturbance>,
    pub reclaim: Reclaim,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cores: Option<Cores>,
    pub memory: Memory,
    pub cpu: Cpu,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guard_ns: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decoding: Option<Parse>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead_ns: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetch: Option<FetchTimes>,
}

impl Part {
    /// What a part gathered, judged. `around` is what was read before and after it.
    pub fn of(tally: &Tally, around: (Cpu, Memory), connections: u64, timer_overhead_ns: u64) -> Self {
        let (cpu, memory) = around;
        Self {
            total: tally.total,
            parse: tally.parse.parse(timer_overhead_ns),
            histogram: tally.parse.histogram(),
            connections: Some(connections),
            blocks: tally.series.clone(),
            steadiness: steadiness(tally.series.mean_ns()),
            noise: noise(&cpu, tally.total),
            reclaim: Reclaim::from(&tally.drops),
            cores: None,
            memory,
            cpu,
            guard_ns: Some(tally.guard_ns),
            decoding: tally.decoding.as_ref().map(|windows| windows.parse(timer_overhead_ns)),
            lead_ns: tally.lead_ns,
            fetch: tally.fetch.as_ref().map(FetchTimes::from),
        }
    }

    /// The same of a part that writes: it has no bodies to guard or to fetch.
    pub fn written(tally: &Tally, around: (Cpu, Memory), timer_overhead_ns: u64) -> Self {
        Self { connections: None, guard_ns: None, ..Self::of(tally, around, 0, timer_overhead_ns) }
    }

    /// The same where the bytes go on their way: who sends them releases them, unseen.
    pub fn sent(tally: &Tally, around: (Cpu, Memory), timer_overhead_ns: u64) -> Self {
        Self { reclaim: Reclaim::unseen(), ..Self::written(tally, around, timer_overhead_ns) }
    }

    /// The same of several threads, whose series are not one: it stands on no level.
    #[must_use]
    pub fn together(self, cores: Cores) -> Self {
        Self { cores: Some(cores), steadiness: None, ..self }
    }

    /// From the first request to the last comparison, ms.
    pub fn total_time_ms(&self) -> u64 {
        milliseconds(self.total)
    }
}

/// The contract's `Warmup`.
#[derive(Clone, Debug, Serialize)]
pub struct Warmup {
    amount: u64,
    total_time_ms: u64,
    #[serde(flatten)]
    windows: BTreeMap<&'static str, Parse>,
    #[serde(flatten)]
    part: Part,
    #[serde(skip_serializing_if = "Option::is_none")]
    connections: Option<u64>,
}

impl Warmup {
    /// The figures of so many objects.
    pub fn new(operation: Operation, amount: u64, part: Part) -> Self {
        let windows = BTreeMap::from([(operation.windows(), part.parse.clone())]);
        let connections = part.connections;
        Self { amount, total_time_ms: part.total_time_ms(), windows, part, connections }
    }

    /// Every window of it, encoded.
    pub fn histogram(&self) -> &str {
        &self.part.histogram
    }
}
