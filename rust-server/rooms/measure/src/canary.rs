//! The canary: a fixed loop of arithmetic that tells what the CPU gives, whatever the program does.

use std::hint::black_box;
use std::time::Instant;

use super::window::nanoseconds;

const GOES: usize = 20;
const STEPS: u32 = 20_000;

/// The fastest of some goes of the loop, ns; takes some milliseconds in all.
pub fn canary_ns() -> u64 {
    let goes = (0..GOES).map(|_| {
        let start = Instant::now();
        black_box(steps(1));
        nanoseconds(start.elapsed())
    });
    goes.min().unwrap_or_default()
}

/// Each step waits for the one before it, so the multiplier's latency is all that counts. A compiler that knew the numbers would make several steps
/// at once.
fn steps(first: u64) -> u64 {
    let (factor, summand) = black_box((6_364_136_223_846_793_005_u64, 1_442_695_040_888_963_407));
    (0..STEPS).fold(first, |x, _| x.wrapping_mul(factor).wrapping_add(summand))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_made() {
        let mut x: u64 = 1;
        for _ in 0..STEPS {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        }
        assert_eq!(steps(1), x);
        // A multiplication and an addition that wait for each other take a nanosecond at 4 GHz and more.
        assert!(canary_ns() > u64::from(STEPS) / 2, "{} ns", canary_ns());
    }
}
