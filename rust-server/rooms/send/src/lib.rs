//! The sender's side of a push: the ingest that it opens at the receiver, and the connections that objects go over.
//!
//! # Layout
//! `control`: opens the ingest, and hears how it ended. `pushes`: the connections. `push_connection`: one of them. `outgoing`: what a request's body is. `traffic`: counts
//! bytes. `send_error`: how a receiver fails.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod control;
mod outgoing;
mod push_connection;
mod pushes;
mod send_error;
mod traffic;

pub use self::control::Control;
pub use self::pushes::Pushes;
pub use self::send_error::SendError;
