//! A part of a run, warm-up or measured, and all that it tells of itself.

use std::time::Duration;

use serde::Serialize;

use super::blocks::Blocks;
use super::canary::canary_ns;
use super::cpu::{Counters, Cpu};
use super::fetch_times::FetchTimes;
use super::memory::{self, Memory};
use super::noise::{Disturbance, noise};
use super::phase::Phase;
use super::reclaim::Reclaim;
use super::steadiness::{Steadiness, steadiness};
use super::times::Parse;
use super::window::milliseconds;
use crate::contract::Problem;
use crate::engines::Codec;

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
    pub connections: u64,
    pub blocks: Blocks,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steadiness: Option<Steadiness>,
    pub noise: Vec<Disturbance>,
    pub reclaim: Reclaim,
    pub memory: Memory,
    pub cpu: Cpu,
    pub guard_ns: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetch: Option<FetchTimes>,
}

impl Part {
    /// From the first request to the last comparison, ms.
    pub fn total_time_ms(&self) -> u64 {
        milliseconds(self.total)
    }
}

/// Runs a phase between two readings of everything that is not read inside it; the counters stand closest to it.
///
/// # Errors
/// The phase's.
pub async fn run(codec: &dyn Codec, phase: &mut Phase<'_>) -> Result<Part, Problem> {
    let canary = canary_ns();
    memory::reset_peak();
    let before = Counters::now();
    codec.run_phase(phase).await?;
    let counters = Counters::now().since(&before);
    let cpu = Cpu { counters, canary_ns: [canary, canary_ns()] };
    let memory = Memory::now();
    let figures = &phase.figures;
    Ok(Part {
        total: figures.total,
        parse: figures.parse.parse(phase.timer_overhead_ns),
        histogram: figures.parse.histogram(),
        connections: phase.bodies.connections(),
        blocks: figures.blocks.clone(),
        steadiness: steadiness(figures.blocks.mean_ns()),
        noise: noise(&cpu, figures.total),
        reclaim: Reclaim::from(&figures.drops),
        memory,
        cpu,
        guard_ns: figures.guard_ns,
        fetch: figures.fetch.as_ref().map(FetchTimes::from),
    })
}
