//! How long the run's thread waited for bodies.

use serde::Serialize;

use super::times::Times;

/// The contract's `Fetch`, ns.
#[allow(clippy::struct_field_names, reason = "named after the contract's fields")]
#[derive(Clone, Debug, Serialize)]
pub struct FetchTimes {
    total_ns: u64,
    mean_ns: f64,
    p50_ns: u64,
    p99_ns: u64,
}

impl From<&Times> for FetchTimes {
    fn from(waits: &Times) -> Self {
        let (p50_ns, p99_ns) = (waits.percentile(50.0), waits.percentile(99.0));
        Self { total_ns: waits.total_ns(), mean_ns: waits.mean_ns(), p50_ns, p99_ns }
    }
}
