//! A run: requests objects from a provider, or takes those that a sender pushes, and times nothing
//! but the parsing; or writes objects and times that, and may push them to a receiver. It has a
//! thread of its own.
//!
//! # Layout
//! Each file imports only from those further down.
//!
//! - `runs`: one at a time, and its thread. `log`: what the server's log says of it. `ends`: all
//!   that can end it early.
//! - `perform`: from its first connection to its result, by one of the `loops`.
//! - `parsing`: the loop that parses, body by body in `phase`, or by a `crew` of threads. Each is a
//!   `worker` with its `share`; `common` is what they know of each other.
//! - `sending`: the loop that writes and pushes. `writing`: the loop that writes.
//! - `loops`: what every loop does. `context`: what it works with. `refusals`: bodies that are
//!   refused.
//! - `shared`: what every run goes by. `progress`: where it is. `stop`: the server's order to stop.
//!   `breath`: how often it is looked for.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod breath;
mod common;
mod context;
mod crew;
mod ends;
mod log;
mod loops;
mod parsing;
mod perform;
mod phase;
mod progress;
mod refusals;
mod runs;
mod sending;
mod share;
mod shared;
mod stop;
mod worker;
mod writing;

pub use self::runs::Runs;
