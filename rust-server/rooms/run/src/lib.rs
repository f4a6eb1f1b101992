//! A run: requests objects from a provider and times nothing but the parsing, on a thread of its own.
//!
//! # Layout
//! `runs`: one at a time, and its thread. `ends`: all that can end one early. `run`: from its first connection to its result. `phase`: the loop.
//! `refusals`: bodies that are refused. `progress`: where it is. `stop`: the server's order to stop.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod ends;
mod phase;
mod progress;
mod refusals;
mod run;
mod runs;
mod stop;

pub use self::runs::Runs;
