//! The Rust server of the polyglot deserialization testbed.
//!
//! As a provider it serves objects, serialized for each request; as a consumer it requests objects from a provider, times nothing but the parsing,
//! and answers with the figures. What it answers is described in `docs/contract/openapi.yaml`.
//!
//! # Layout
//! - `app`: every route in one list. `routes`: a handler a file. `problem`: what goes wrong. `config`: every setting.
//! - `engines`: a library a file. `objects`: an object type a file. `format`: the formats. `guard`: what no library may see.
//! - `run`: a run, object by object; the timed window is `run/window.rs`.
//! - `state`: what all workers share. `hosts`, `misdirected`: requests that were meant for others. `unread`: bodies that nobody reads. `environment`, `machine`: what figures depend on. `proc`, `cgroup`: what the kernel tells.

#![cfg_attr(test, allow(clippy::unwrap_used))]
#![cfg_attr(not(feature = "count-alloc"), forbid(unsafe_code))]

pub mod answer;
pub mod app;
pub mod bodies;
pub mod config;
pub mod contract;
pub mod engines;
pub mod environment;
pub mod guard;
pub mod http;
pub mod judge;
pub mod measure;
pub mod objects;
pub mod request;
pub mod routes;
pub mod run;
pub mod state;
