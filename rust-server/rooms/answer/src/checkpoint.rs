//! How far a run was at an amount of `checkpoints`.

use std::time::Duration;

use serde::Serialize;

use testbed_measure::{Parse, milliseconds};

/// The contract's `Checkpoint`: running totals over the first `amount` measured objects.
#[derive(Clone, Debug, Serialize)]
pub struct Checkpoint {
    amount: u64,
    parsing_time_micro_s: u64,
    total_time_ms: u64,
    parse: Parse,
}

impl Checkpoint {
    /// `total` is the wall time since the first request.
    pub fn new(amount: u64, total: Duration, parse: Parse) -> Self {
        Self { amount, parsing_time_micro_s: parse.parsing_time_micro_s(), total_time_ms: milliseconds(total), parse }
    }
}
