//! What engines check, by the names that the contract gives it.

use serde::Serialize;

/// What an engine checks inside the window: the series that it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Checks {
    /// What its library checks as its own documentation begins.
    Usual,
    /// Whatever the guard refuses of an object's fields.
    Equal,
}
