//! The engine of a run, as events and results name it.

use serde::Serialize;

use testbed_contract::{Format, Kind, Operation};
use testbed_engines::CheckedEngine;

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
