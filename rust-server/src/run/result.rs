//! What a run tells: its events, and its result in the contract's form.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Serialize, Serializer};

use super::part::Part;
use super::payload::Payload;
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
    #[serde(flatten)]
    part: Part,
}

impl Warmup {
    /// The figures of so many objects.
    pub fn new(amount: u64, part: Part) -> Self {
        Self { amount, total_time_ms: milliseconds(part.total), part }
    }
}

/// The contract's `RunResult`.
#[derive(Debug)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct RunResult {
    pub server_type: &'static str,
    pub amount: u64,
    pub measured: Part,
    pub payload: Payload,
    pub warmup: Option<Warmup>,
    pub checkpoints: Vec<Checkpoint>,
    pub engine: RunEngine,
    pub environment: Environment,
}

impl Serialize for RunResult {
    /// Some names carry the provider's runtime or the format, so they are made here.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            amount: u64,
            #[serde(flatten)]
            named: BTreeMap<String, u64>,
            #[serde(flatten)]
            measured: &'a Part,
            payload: &'a Payload,
            #[serde(skip_serializing_if = "Option::is_none")]
            warmup: Option<&'a Warmup>,
            checkpoints: &'a [Checkpoint],
            verified: u64,
            engine: &'a RunEngine,
            environment: &'a Environment,
        }
        let format = self.engine.format.lower();
        let named = BTreeMap::from([
            (self.server_type.to_owned(), 1),
            (format!("{format}_parsing_time_micro_s"), self.measured.parse.parsing_time_micro_s()),
            (format!("{format}_total_time_ms"), milliseconds(self.measured.total)),
        ]);
        let fields = Fields {
            amount: self.amount,
            named,
            measured: &self.measured,
            payload: &self.payload,
            warmup: self.warmup.as_ref(),
            checkpoints: &self.checkpoints,
            // Every measured object was compared, or there would be no result.
            verified: self.amount,
            engine: &self.engine,
            environment: &self.environment,
        };
        fields.serialize(serializer)
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
