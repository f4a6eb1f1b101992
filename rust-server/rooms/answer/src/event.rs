//! The events of a run, as a stream sends them.

use serde::Serialize;

use super::checkpoint::Checkpoint;
use super::result::RunResult;
use super::run_engine::RunEngine;
use super::send_result::SendResult;
use testbed_contract::Problem;

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
