//! Where the bodies of a run come from.

use super::source::Source;
use testbed_contract::{Coding, Origin};

/// The provider, and how its bodies are fetched: the fields of the contract's `RunRequest` that a run of operation encode has not.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct Supply {
    pub provider: Origin,
    pub server_type: &'static str,
    pub source: Source,
    pub concurrency: usize,
    pub block: usize,
    /// `None`: the run's own thread parses, one body after the other.
    pub threads: Option<usize>,
    /// `None`: they come as they are.
    pub coding: Option<Coding>,
}

impl Supply {
    /// The fields that say it.
    pub const FIELDS: [&'static str; 7] =
        ["provider_url", "server_type", "concurrency", "source", "block", "threads", "coding"];
}
