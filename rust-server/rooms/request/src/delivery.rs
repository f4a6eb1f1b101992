//! Where what a send writes goes.

use super::transfer::Transfer;
use testbed_contract::Origin;

/// The receiver, and how objects get there: the fields of the contract's `SendRequest` that other runs have not.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct Delivery {
    pub receiver: Origin,
    pub server_type: &'static str,
    /// `None`: the receiver's default.
    pub receiver_engine: Option<String>,
    pub transfer: Transfer,
    pub connections: usize,
}
