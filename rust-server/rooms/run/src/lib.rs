//! A run: requests objects from a provider, or takes those that a sender pushes, and times nothing but the parsing; or writes objects and times that, and may push
//! them to a receiver. It has a thread of its own.
//!
//! # Layout
//! `runs`: one at a time, and its thread. `ends`: all that can end one early. `run`: from its first connection to its result. `parsing`: parts that parse, by
//! the loop in `phase`. `writing`: parts that write; `sending`: that push what they write.
//! `crew`: several threads that parse at once, by `worker`, each its `share`. `refusals`: bodies that are refused. `progress`: where it is. `stop`: the server's order to stop. `breath`: how often it is looked for. `log`: what the server's log says.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod breath;
mod crew;
mod ends;
mod log;
mod parsing;
mod phase;
mod progress;
mod refusals;
mod run;
mod runs;
mod sending;
mod share;
mod stop;
mod worker;
mod writing;

pub use self::runs::Runs;
