//! What every run of a server goes by, and its threads.

use super::stop::Stop;
use testbed_bodies::Kept;
use testbed_config::Config;
use testbed_environment::{Build, Libraries};

/// Enough for an engine that recurses over the largest body, were there no guard: 8,191 levels of
/// BSON at 1.2 KiB.
pub const STACK_BYTES: usize = 16 << 20;

/// What every run of a server goes by.
pub struct Shared {
    /// Its limits.
    pub config: Config,
    /// What results tell of it.
    pub build: Build,
    /// What it is made of.
    pub libraries: Libraries,
    /// The median of empty windows at start, ns.
    pub timer_overhead_ns: u64,
    /// The bodies of replays that were.
    pub kept: Kept,
    /// Its order to stop.
    pub stop: Stop,
}
