//! What is judged of a part of a run, and what its figures are good for. Pure: numbers in, verdicts out.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod advice;
mod noise;
mod steadiness;

pub use self::advice::{Judged, advice};
pub use self::noise::{Disturbance, noise, percent};
pub use self::steadiness::{Class, Steadiness, steadiness};
