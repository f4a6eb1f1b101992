//! The events of a run, as a stream sends them.

use serde::Serialize;

use super::checkpoint::Checkpoint;
use super::result::RunResult;
use super::send_result::SendResult;
use testbed_contract::{Format, Kind, Operation, Problem};
use testbed_engines::CheckedEngine;

/// A line of the stream; the last is a result or a problem.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// The first of an ingest, which names it.
    Opened {
        /// For the requests that push to it.
        token: String,
    },
    /// Before the first request.
    Started(Started),
    /// At each amount of `checkpoints`.
    Checkpoint(Checkpoint),
    /// The end of a run that kept its promise.
    Result(Box<RunResult>),
    /// The same of a send.
    #[serde(rename = "result")]
    Sent(Box<SendResult>),
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
    pub operation: Operation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
}

impl From<&CheckedEngine> for RunEngine {
    fn from(engine: &CheckedEngine) -> Self {
        let &CheckedEngine { name, library, version, format, operation, kind, .. } = engine;
        Self { name, library, version, format, operation, kind }
    }
}
