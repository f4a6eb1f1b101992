//! What memory a part of a run took.

use std::fs;

use serde::Serialize;

use testbed_environment::proc::{number, text};

/// The contract's `Memory`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Memory {
    /// What one parse allocates; only the whole run tells it, and only where allocations are counted.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub allocated: Option<Allocated>,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_rss_bytes: Option<u64>,
}

/// What one parse allocates, on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct Allocated {
    pub allocated_bytes_per_object: f64,
    pub allocations_per_object: f64,
}

/// Lets the process's peak begin anew. Where the kernel does not allow it, the peak stays that since the process began.
pub fn reset_peak() {
    let _allowed = fs::write("/proc/self/clear_refs", "5");
}

impl Memory {
    /// The process's peak since it was reset.
    pub fn now() -> Self {
        let peak = text("/proc/self/status").and_then(|status| number(&status, "VmHWM"));
        Self { allocated: None, peak_rss_bytes: peak.map(|kibibytes| kibibytes * 1024) }
    }

    /// The same with what decoding allocates, on average over these bodies; to grow an allocation counts as a new one.
    #[cfg(feature = "count-alloc")]
    #[allow(clippy::cast_precision_loss, reason = "a mean is a double")]
    #[must_use]
    pub fn counting(self, counted: &[allocation_counter::AllocationInfo]) -> Self {
        let mean = |sum: u64| sum as f64 / counted.len() as f64;
        let allocated = Allocated {
            allocated_bytes_per_object: mean(counted.iter().map(|counted| counted.bytes_total).sum()),
            allocations_per_object: mean(counted.iter().map(|counted| counted.count_total).sum()),
        };
        Self { allocated: Some(allocated), ..self }
    }
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    #[test]
    fn the_peak_holds_what_was_there_for_a_moment() {
        const BYTES: usize = 64 << 20;
        reset_peak();
        drop(black_box(vec![1_u8; BYTES]));
        let peak = Memory::now().peak_rss_bytes.unwrap();
        assert!(peak >= BYTES as u64, "{peak}");
    }

    #[cfg(feature = "count-alloc")]
    #[test]
    fn allocations_are_counted_on_their_own_thread() {
        let told = |call: fn()| {
            let counted = allocation_counter::measure(call);
            (counted.count_total, counted.bytes_total)
        };
        let grown = told(|| {
            let mut bytes: Vec<u8> = Vec::with_capacity(100);
            bytes.reserve_exact(1000);
            black_box(bytes);
        });
        assert_eq!(grown, (2, 1100));
        let elsewhere = std::thread::spawn(move || told(|| drop(black_box(vec![0_u8; 50]))));
        assert_eq!(elsewhere.join().unwrap(), (1, 50));
        assert_eq!(told(|| ()), (0, 0));
    }
}
