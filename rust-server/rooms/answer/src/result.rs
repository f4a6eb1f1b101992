//! A run's result in the contract's form.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::checkpoint::Checkpoint;
use super::part::{Part, Warmup};
use super::run_engine::RunEngine;
use testbed_environment::Environment;
use testbed_measure::{Coded, Parse, Payload};
use testbed_request::RunRequest;

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
    pub coded: Option<Coded>,
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
            #[serde(flatten)]
            windows: BTreeMap<&'a str, &'a Parse>,
            advice: &'a [String],
            #[serde(flatten)]
            measured: &'a Part,
            payload: &'a Payload,
            #[serde(skip_serializing_if = "Option::is_none")]
            coded: Option<&'a Coded>,
            #[serde(skip_serializing_if = "Option::is_none")]
            connections: Option<u64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            warmup: Option<&'a Warmup>,
            checkpoints: &'a [Checkpoint],
            verified: u64,
            engine: &'a RunEngine,
            environment: &'a Environment,
            histograms: Histograms<'a>,
        }
        let (format, operation) = (self.engine.format.lower_case(), self.engine.operation);
        let times = BTreeMap::from([
            (format!("{format}_{}", operation.windows_sum()), self.measured.parse.sum_micro_s()),
            (format!("{format}_total_time_ms"), self.measured.total_time_ms()),
        ]);
        let fields = Fields {
            provider: self.request.server_type().map(|runtime| (runtime, 1)).into_iter().collect(),
            amount: self.request.amount,
            times,
            windows: BTreeMap::from([(operation.windows(), &self.measured.parse)]),
            advice: &self.advice,
            measured: &self.measured,
            payload: &self.payload,
            coded: self.coded.as_ref(),
            connections: self.measured.connections,
            warmup: self.warmup.as_ref(),
            checkpoints: &self.checkpoints,
            // Every measured object was compared, or there would be no result.
            verified: self.request.amount,
            engine: &self.engine,
            environment: &self.environment,
            histograms: Histograms {
                measured: &self.measured.histogram,
                warmup: self.warmup.as_ref().map(Warmup::histogram),
            },
        };
        fields.serialize(serializer)
    }
}
