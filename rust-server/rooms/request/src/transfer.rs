//! How objects are put into requests, by the names that the contract gives them.

use serde::Serialize;

/// A way to transfer objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Transfer {
    /// A request a connection and part, whose body is frames.
    Framed,
    /// A request an object.
    Request,
    /// The same, over a connection of its own.
    Connection,
}

impl Transfer {
    /// Every way, in the contract's order; the first is meant where a request names none.
    pub const ALL: [Transfer; 3] = [Transfer::Framed, Transfer::Request, Transfer::Connection];

    /// The contract's name: `framed`, `request`, `connection`.
    pub const fn name(self) -> &'static str {
        match self {
            Transfer::Framed => "framed",
            Transfer::Request => "request",
            Transfer::Connection => "connection",
        }
    }
}
