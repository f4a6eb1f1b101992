//! Where a run is, or failed.

use serde::Serialize;

/// Which part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PhaseName {
    /// Reported apart.
    Warmup,
    /// What counts.
    Measured,
}

/// Where a run failed.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Place {
    /// Measured objects that were received, parsed and found right.
    pub completed: u64,
    /// Which request of the phase, from 0.
    pub request: u64,
    /// Warm-up or measured.
    pub phase: PhaseName,
}
