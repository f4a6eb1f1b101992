//! What is asked of a run: the body of `POST /triggerReqs`, `/triggerSends` or `/ingests`, read strictly.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod delivery;
mod fields;
mod push_reader;
mod pushed;
mod reader;
mod run_request;
#[cfg(any(test, feature = "testing"))]
mod sample;
mod source;
mod supply;
mod threads;
mod transfer;
mod way;

pub use self::delivery::Delivery;
pub use self::pushed::Pushed;
pub use self::run_request::RunRequest;
#[cfg(any(test, feature = "testing"))]
pub use self::sample::sample;
pub use self::source::Source;
pub use self::supply::Supply;
pub use self::transfer::Transfer;
pub use self::way::Way;
