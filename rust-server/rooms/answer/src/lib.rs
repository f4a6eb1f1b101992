//! What a run tells: its events, its result in the contract's form, and the same as a table.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod checkpoint;
mod event;
mod part;
mod result;
mod run_engine;
mod send_result;
mod table;
mod unambiguous;

pub use self::checkpoint::Checkpoint;
pub use self::event::{Event, Started};
pub use self::part::{Part, Warmup};
pub use self::result::RunResult;
pub use self::run_engine::RunEngine;
pub use self::send_result::{Received, SendResult, Sent};
pub use self::table::Table;
