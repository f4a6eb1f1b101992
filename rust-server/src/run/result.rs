//! What a run tells: its events, and its result in the contract's form.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Serialize, Serializer};

use super::part::Part;
use super::payload::Payload;
use super::request::RunRequest;
use super::times::Parse;
use super::window::milliseconds;
use crate::contract::Format;
use crate::contract::Problem;
use crate::environment::Environment;

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
    #[serde(flatten)]
    part: Part,
    connections: u64,
}

impl Warmup {
    /// The figures of so many objects.
    pub fn new(amount: u64, part: Part) -> Self {
        let (parse, connections) = (part.parse.clone(), part.connections);
        Self { amount, total_time_ms: part.total_time_ms(), parse, part, connections }
    }
}

/// The contract's `Histograms`: every window, last in a result because nobody reads them by eye.
#[derive(Serialize)]
struct Histograms<'a> {
    measured: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    warmup: Option<&'a str>,
}

/// The contract's `RunResult`.
#[derive(Debug)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct RunResult {
    pub request: RunRequest,
    pub measured: Part,
    pub advice: Vec<String>,
    pub payload: Payload,
    pub warmup: Option<Warmup>,
    pub checkpoints: Vec<Checkpoint>,
    pub engine: RunEngine,
    pub environment: Environment,
}

impl Serialize for RunResult {
    /// In the contract's order. Some names carry the provider's runtime or the format, so they are made here.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            #[serde(flatten)]
            provider: BTreeMap<&'a str, u64>,
            amount: u64,
            #[serde(flatten)]
            times: BTreeMap<String, u64>,
            parse: &'a Parse,
            advice: &'a [String],
            #[serde(flatten)]
            measured: &'a Part,
            payload: &'a Payload,
            connections: u64,
            #[serde(skip_serializing_if = "Option::is_none")]
            warmup: Option<&'a Warmup>,
            checkpoints: &'a [Checkpoint],
            verified: u64,
            engine: &'a RunEngine,
            environment: &'a Environment,
            histograms: Histograms<'a>,
        }
        let format = self.engine.format.lower();
        let times = BTreeMap::from([
            (format!("{format}_parsing_time_micro_s"), self.measured.parse.parsing_time_micro_s()),
            (format!("{format}_total_time_ms"), self.measured.total_time_ms()),
        ]);
        let fields = Fields {
            provider: BTreeMap::from([(self.request.server_type, 1)]),
            amount: self.request.amount,
            times,
            parse: &self.measured.parse,
            advice: &self.advice,
            measured: &self.measured,
            payload: &self.payload,
            connections: self.measured.connections,
            warmup: self.warmup.as_ref(),
            checkpoints: &self.checkpoints,
            // Every measured object was compared, or there would be no result.
            verified: self.request.amount,
            engine: &self.engine,
            environment: &self.environment,
            histograms: Histograms {
                measured: &self.measured.histogram,
                warmup: self.warmup.as_ref().map(|warmup| warmup.part.histogram.as_str()),
            },
        };
        fields.serialize(serializer)
    }
}
