//! What no handler should know: how requests are read and turned away, and how problems are answered.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod body;
mod gate;
mod misdirected;
mod peers;
mod query;
mod request_fault;
mod request_grammar;
mod request_target;
mod respond;
mod unauthorized;
mod unread;
mod unsent;
mod wanted;

pub use self::body::{Cap, check_plain, read_body};
pub use self::gate::{Exchange, Gate};
pub use self::misdirected::refuse_misdirected;
pub use self::peers::is_allowed;
pub use self::query::{number, parameter, wrong};
pub use self::respond::{Failed, respond};
pub use self::unread::{Holding, hold_bodies};
pub use self::unsent::{Room, Unsent, shared};
pub use self::wanted::Wanted;
