//! Why an operation was not acknowledged.

use std::fmt;

/// Whether the store says that nothing was done, or nobody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The store refused it.
    Failed,
    /// It may have been done: its answer never came, or says so.
    Unknown,
}

/// What went wrong: a short code, never a text of the store's.
#[derive(Clone, Debug)]
pub struct Problem {
    /// By which it is counted.
    pub kind: String,
    /// What it says of the operation.
    pub outcome: Outcome,
    /// Whether the connection goes with it.
    pub broken: bool,
}

impl Problem {
    /// Refused, on a connection that lives.
    pub fn failed(kind: impl Into<String>) -> Self {
        Self { kind: kind.into(), outcome: Outcome::Failed, broken: false }
    }

    /// Nobody knows, and the connection is to be made anew.
    pub fn unknown(kind: impl Into<String>) -> Self {
        Self { kind: kind.into(), outcome: Outcome::Unknown, broken: true }
    }

    /// There is no connection, so nothing was sent.
    pub fn unreachable() -> Self {
        Self { broken: true, ..Self::failed("no connection") }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printable = self.kind.chars().filter(|sign| !sign.is_control());
        out.write_str(&printable.take(300).collect::<String>())
    }
}
