//! What is asked of a run: the body of `POST /triggerReqs`, read strictly.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod fields;
mod reader;
mod run_request;
#[cfg(any(test, feature = "testing"))]
mod sample;
mod source;
mod supply;
mod threads;

pub use self::run_request::RunRequest;
#[cfg(any(test, feature = "testing"))]
pub use self::sample::sample;
pub use self::source::Source;
pub use self::supply::Supply;
