//! The contract's words, as every room uses them. Nothing of ours is imported here.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod checks;
mod code;
mod coding;
mod field_text;
mod format;
mod kind;
mod operation;
mod origin;
mod place;
mod problem;
mod shown;

pub use self::checks::Checks;
pub use self::code::Code;
pub use self::coding::Coding;
pub use self::field_text::{is_text, is_token};
pub use self::format::{Format, Rules};
pub use self::kind::Kind;
pub use self::operation::{Operand, Operation};
pub use self::origin::{NotAnOrigin, Origin, host_and_port};
pub use self::place::{PhaseName, Place};
pub use self::problem::{Problem, RefusedBy};
pub use self::shown::{MOST_SHOWN, shown};
