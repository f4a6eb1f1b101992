//! How far a run was at an amount of `checkpoints`.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use testbed_contract::Operation;
use testbed_measure::{Parse, milliseconds};

/// The contract's `Checkpoint`: running totals over the first `amount` measured objects.
#[derive(Clone, Debug, Serialize)]
pub struct Checkpoint {
    amount: u64,
    #[serde(flatten)]
    sum: BTreeMap<&'static str, u64>,
    total_time_ms: u64,
    #[serde(flatten)]
    windows: BTreeMap<&'static str, Parse>,
}

impl Checkpoint {
    /// `total` is the wall time since the first request.
    pub fn new(operation: Operation, amount: u64, total: Duration, windows: Parse) -> Self {
        Self {
            amount,
            sum: BTreeMap::from([(operation.windows_sum(), windows.sum_micro_s())]),
            total_time_ms: milliseconds(total),
            windows: BTreeMap::from([(operation.windows(), windows)]),
        }
    }
}
