//! A run that may be made.

use std::sync::Arc;

use super::source::Source;
use testbed_contract::{Format, Origin};
use testbed_engines::{CheckedEngine, Codec};
use testbed_objects::ObjectType;

/// A run that may be made: the contract's `RunRequest`, checked, with its defaults.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct RunRequest {
    pub amount: u64,
    pub provider: Origin,
    pub format: Format,
    pub server_type: &'static str,
    pub object_type: ObjectType,
    pub engine: Arc<CheckedEngine>,
    /// The engine's, for the object type.
    pub codec: &'static dyn Codec,
    pub warmup: u64,
    pub checkpoints: Vec<u64>,
    pub concurrency: usize,
    pub variants: u32,
    pub source: Source,
    pub block: usize,
    /// `None`: the run's own thread parses, one body after the other.
    pub threads: Option<usize>,
}
