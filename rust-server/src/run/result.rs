//! What a run tells: its events, and its result in the contract's form.

use std::time::Duration;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::payload::Payload;
use super::throttling::Throttling;
use super::times::Parse;
use crate::environment::Environment;
use crate::format::Format;
use crate::problem::Problem;

/// A line of the stream; the last is a result or a problem.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// Before the first request.
    Started(Started),
    /// At each amount of `checkpoints`.
    Checkpoint(Checkpoint),
    /// The end of a run that kept its promise.
    Result(Box<RunResult>),
    /// The end of any other run.
    Problem(Box<Problem>),
}

/// What is about to run.
#[derive(Debug, Serialize)]
pub struct Started {
    /// Objects to measure.
    pub amount: u64,
    /// Objects before those.
    pub warmup: u64,
    /// Who parses.
    pub engine: RunEngine,
}

/// The contract's `RunEngine`.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct RunEngine {
    pub name: &'static str,
    pub library: &'static str,
    pub version: &'static str,
    pub format: Format,
}

/// The contract's `Checkpoint`: running totals over the first `amount` measured objects.
#[derive(Clone, Debug, Serialize)]
pub struct Checkpoint {
    amount: u64,
    parsing_time_micro_s: u64,
    total_time_ms: u64,
    parse: Parse,
}

impl Checkpoint {
    /// `total` is the wall time since the first request.
    pub fn new(amount: u64, total: Duration, parse: Parse) -> Self {
        Self { amount, parsing_time_micro_s: parse.parsing_time_micro_s(), total_time_ms: milliseconds(total), parse }
    }
}

/// The contract's `Warmup`.
#[derive(Clone, Debug, Serialize)]
pub struct Warmup {
    amount: u64,
    total_time_ms: u64,
    parse: Parse,
}

impl Warmup {
    /// `total` is the wall time since the first request.
    pub fn new(amount: u64, total: Duration, parse: Parse) -> Self {
        Self { amount, total_time_ms: milliseconds(total), parse }
    }
}

/// The contract's `RunResult`.
#[derive(Debug)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct RunResult {
    pub server_type: &'static str,
    pub amount: u64,
    pub total: Duration,
    pub parse: Parse,
    pub warmup: Option<Warmup>,
    pub payload: Payload,
    pub connections: u64,
    pub cpu: Option<Throttling>,
    pub checkpoints: Vec<Checkpoint>,
    pub engine: RunEngine,
    pub environment: Environment,
}

impl Serialize for RunResult {
    /// Some names carry the provider's runtime or the format, so they are made here.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let format = self.engine.format.lower();
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry(self.server_type, &1)?;
        fields.serialize_entry("amount", &self.amount)?;
        fields.serialize_entry(&format!("{format}_parsing_time_micro_s"), &self.parse.parsing_time_micro_s())?;
        fields.serialize_entry(&format!("{format}_total_time_ms"), &milliseconds(self.total))?;
        fields.serialize_entry("parse", &self.parse)?;
        if let Some(warmup) = &self.warmup {
            fields.serialize_entry("warmup", warmup)?;
        }
        fields.serialize_entry("payload", &self.payload)?;
        fields.serialize_entry("connections", &self.connections)?;
        if let Some(cpu) = &self.cpu {
            fields.serialize_entry("cpu", cpu)?;
        }
        fields.serialize_entry("checkpoints", &self.checkpoints)?;
        // Every measured object was compared, or there would be no result.
        fields.serialize_entry("verified", &self.amount)?;
        fields.serialize_entry("engine", &self.engine)?;
        fields.serialize_entry("environment", &self.environment)?;
        fields.end()
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
