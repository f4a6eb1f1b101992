//! What is asked of a run: the body of `POST /triggerReqs`, read strictly.

mod fields;
mod reader;
mod run_request;
#[cfg(any(test, feature = "testing"))]
mod sample;

pub use self::run_request::{RunRequest, Source};
#[cfg(any(test, feature = "testing"))]
pub use self::sample::sample;
