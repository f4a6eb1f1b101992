//! What a run's window holds, by the names that the contract gives it.

use serde::Serialize;

/// What an engine does in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// Bytes in, the whole object out.
    Decode,
    /// Bytes in, the type's excerpt out.
    Partial,
    /// An object in, its bytes out.
    Encode,
}

impl Operation {
    /// Every operation, in the contract's order; the first is meant where a request names none.
    pub const ALL: [Operation; 3] = [Operation::Decode, Operation::Partial, Operation::Encode];

    /// The contract's name: `decode`, `partial`, `encode`.
    pub const fn name(self) -> &'static str {
        match self {
            Operation::Decode => "decode",
            Operation::Partial => "partial",
            Operation::Encode => "encode",
        }
    }
}
