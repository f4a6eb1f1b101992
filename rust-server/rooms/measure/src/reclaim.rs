//! What it cost to release the objects: each is dropped where it was compared, timed on its own.

use serde::Serialize;

use super::times::Times;

/// The contract's `Reclaim`; nothing here is collected, so those fields are absent.
#[derive(Clone, Debug, Serialize)]
pub struct Reclaim {
    #[serde(skip_serializing_if = "Option::is_none")]
    drop_ns: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drop_p50_ns: Option<u64>,
}

impl Reclaim {
    /// Where others drop the objects.
    pub const fn unseen() -> Self {
        Self { drop_ns: None, drop_p50_ns: None }
    }
}

impl From<&Times> for Reclaim {
    fn from(drops: &Times) -> Self {
        Self { drop_ns: Some(drops.total_ns()), drop_p50_ns: Some(drops.percentile(50.0)) }
    }
}
