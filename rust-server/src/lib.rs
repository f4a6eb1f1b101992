//! The Rust server of the polyglot deserialization testbed.
//!
//! As a provider it serves objects, serialized for each request; as a consumer it requests objects from a provider, times nothing but the parsing,
//! and answers with the figures. What it answers is described in `docs/contract/openapi.yaml`.
//!
//! # Layout
//! - `app`: every route in one list. `routes`: a handler a file. `state`: what all workers share.
//! - `rooms/`: all else, a crate a room. A room's Cargo.toml names the rooms that it imports, all of them below it:
//!   1. `contract`: the contract's words. `environment`: what figures depend on.
//!   2. `codings`: a content coding a file. `config`: every setting. `objects`: an object type a file.
//!   3. `guard`: what no library may see. `measure`: the timed window, and all that is counted.
//!   4. `judge`: what figures are good for. `engines`: a library a file.
//!   5. `request`: what is asked of a run. `bodies`: where its bodies come from. `answer`: what it tells.
//!   6. `run`: a run, object by object. `http`: what no handler should know.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod app;
pub mod routes;
pub mod state;
