//! What it cost to be rid of the objects: each is dropped where it was compared, timed on its own.

use serde::Serialize;

use super::times::Times;

/// The contract's `Reclaim`; nothing here is collected, so those fields are absent.
#[derive(Clone, Debug, Serialize)]
pub struct Reclaim {
    drop_ns: u64,
    drop_p50_ns: u64,
}

impl From<&Times> for Reclaim {
    fn from(drops: &Times) -> Self {
        Self { drop_ns: drops.total_ns(), drop_p50_ns: drops.percentile(50.0) }
    }
}
