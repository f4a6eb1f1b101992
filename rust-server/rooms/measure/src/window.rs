//! The timed window. Nothing goes into it but the engine's call.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Calls `work` on a whole body, or on an object, between two readings of the monotonic clock; gives the time between them and what came out.
///
/// What goes in and the result pass through `black_box`, so the compiler can neither begin the work early nor leave any of it out or for later.
#[inline(never)]
pub fn window<'g, G: ?Sized, R>(given: &'g G, work: impl FnOnce(&'g G) -> R) -> (Duration, R) {
    let given = black_box(given);
    let start = Instant::now();
    let result = work(given);
    black_box(&result);
    (start.elapsed(), result)
}

/// The same of a body that `decode` may write into.
#[inline(never)]
pub fn window_in_place<R>(body: &mut [u8], decode: impl FnOnce(&mut [u8]) -> R) -> (Duration, R) {
    let body = black_box(body);
    let start = Instant::now();
    let result = decode(body);
    black_box(&result);
    (start.elapsed(), result)
}

/// The median of 100,000 empty windows, ns: what the two readings themselves cost.
pub fn timer_overhead_ns() -> u64 {
    let mut windows: Vec<Duration> = (0..100_000).map(|_| window(b"".as_slice(), |_: &[u8]| ()).0).collect();
    let middle = windows.len() / 2;
    nanoseconds(*windows.select_nth_unstable(middle).1)
}

/// Whole nanoseconds; 2^64 of them are 584 years.
pub fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// Whole milliseconds, rounded half up.
pub fn milliseconds(duration: Duration) -> u64 {
    nanoseconds(duration).saturating_add(500_000) / 1_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work of a known length: it ends when the clock says so.
    fn busy(length: Duration) {
        let start = Instant::now();
        while start.elapsed() < length {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn reports_work_of_a_known_length() {
        for microseconds in [1, 5, 20, 100] {
            let length = Duration::from_micros(microseconds);
            let shortest = (0..1000).map(|_| window(b"".as_slice(), |_| busy(length)).0).min().unwrap();
            assert!(shortest >= length, "{shortest:?} for {length:?}");
            assert!(shortest < length * 2, "the shortest of 1000 is undisturbed: {shortest:?} for {length:?}");
        }
    }

    #[test]
    fn milliseconds_are_rounded_half_up() {
        let told = [0, 499_999, 500_000, 1_499_999, 1_500_000].map(|ns| milliseconds(Duration::from_nanos(ns)));
        assert_eq!(told, [0, 0, 1, 1, 2]);
    }

    #[test]
    fn an_empty_window_costs_less_than_a_microsecond() {
        assert!((1..1000).contains(&timer_overhead_ns()));
    }
}
