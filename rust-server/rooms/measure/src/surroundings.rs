//! What is read before and after a part of a run, and never inside it. The counters stand closest to it.

use super::canary::canary_ns;
use super::cpu::{Counters, Cpu};
use super::memory::{Memory, reset_peak};

/// The readings before a part.
pub struct Surroundings {
    canary_ns: u64,
    counters: Counters,
}

impl Surroundings {
    /// Reads them; takes some milliseconds.
    pub fn before() -> Self {
        let canary_ns = canary_ns();
        reset_peak();
        Self { canary_ns, counters: Counters::now() }
    }

    /// Reads them again, and gives what came between.
    pub fn after(&self) -> (Cpu, Memory) {
        let counters = Counters::now().since(&self.counters);
        let cpu = Cpu { counters, canary_ns: [self.canary_ns, canary_ns()] };
        (cpu, Memory::now())
    }
}
