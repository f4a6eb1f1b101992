//! A run that may be made.

use std::sync::Arc;

use super::supply::Supply;
use super::way::Way;
use testbed_contract::{Format, Operation};
use testbed_engines::{CheckedEngine, Codec};
use testbed_objects::{ObjectType, Size};

/// A run that may be made: the contract's `RunRequest`, `SendRequest` or `IngestRequest`, checked, with its defaults.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct RunRequest {
    pub amount: u64,
    pub format: Format,
    pub object_type: ObjectType,
    /// `None`: the objects as the schema's data are.
    pub size: Option<Size>,
    pub operation: Operation,
    pub engine: Arc<CheckedEngine>,
    /// The engine's, for the object type.
    pub codec: &'static dyn Codec,
    pub warmup: u64,
    pub checkpoints: Vec<u64>,
    pub variants: u32,
    pub way: Way,
}

impl RunRequest {
    /// Where its bodies are fetched from; of a run that fetches.
    pub const fn supply(&self) -> Option<&Supply> {
        match &self.way {
            Way::Pulled(supply) => Some(supply),
            Way::Pushed(_) | Way::Written | Way::Sent(_) => None,
        }
    }

    /// What the server is that its bodies come from; of a run that parses.
    pub const fn server_type(&self) -> Option<&'static str> {
        match &self.way {
            Way::Pulled(supply) => Some(supply.server_type),
            Way::Pushed(pushed) => Some(pushed.server_type),
            Way::Written | Way::Sent(_) => None,
        }
    }

    /// How many objects it is, for its time: one of over 16 KiB counts as so many of that size.
    pub fn weight(&self) -> u64 {
        let each = self.size.map_or(1, |size| size.bytes().div_ceil(Size::KiB16.bytes()));
        (self.warmup + self.amount).saturating_mul(each as u64)
    }
}
