//! The server from outside: started in this process on a free port, spoken to over real sockets.

#![allow(clippy::unwrap_used, missing_docs)]

mod client;
mod provider;
mod receiver;
mod server;

mod answer;
mod behind;
mod blocks;
mod codings;
mod cores;
mod decode;
mod encode;
mod engines;
mod failures;
mod hosts;
mod known;
mod limits;
mod objects;
mod partial;
mod process;
mod requests;
mod runs;
mod sends;
mod service;
mod tokens;
mod vectors;
