//! Clock and counters: the timed window, what the loop gathers, and what is read around it.
//!
//! # Layout
//! `window`: the timed window. `tally`: what the loop gathers, by `times`, `series`, `fetch_times`, `reclaim` and `payload`. `cores`: what several
//! threads gathered.
//! `surroundings`: what is read before and after a part, by `canary`, `cpu` and `memory`.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod canary;
mod cores;
mod cpu;
mod fetch_times;
mod memory;
mod payload;
mod reclaim;
mod scan;
mod series;
mod surroundings;
mod tally;
mod times;
mod window;

#[cfg(feature = "count-alloc")]
pub use allocation_counter::{AllocationInfo as Counted, measure as counted};

pub use self::cores::Cores;
pub use self::cpu::{Counters, Cpu};
pub use self::fetch_times::FetchTimes;
pub use self::memory::{Allocated, Memory};
pub use self::payload::{Coded, Payload, Seen};
pub use self::reclaim::Reclaim;
pub use self::series::Series;
pub use self::surroundings::Surroundings;
pub use self::tally::Tally;
pub use self::times::{Parse, Times};
pub use self::window::{milliseconds, nanoseconds, timer_overhead_ns, window, window_in_place};
