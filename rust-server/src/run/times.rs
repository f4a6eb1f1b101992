//! Times of windows: exact sum and extremes, and a histogram for the percentiles.

use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;

use super::window::nanoseconds;

/// The longest window that the histogram tells apart, ns: an hour.
const LONGEST_NS: u64 = 3_600_000_000_000;

/// What the windows of a phase took. All memory is taken when it is made.
pub struct Times {
    total_ns: u64,
    min_ns: u64,
    max_ns: u64,
    histogram: Histogram<u64>,
}

/// The contract's `Parse`, ns.
#[allow(clippy::struct_field_names, reason = "named after the contract's fields")]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parse {
    total_ns: u64,
    mean_ns: f64,
    min_ns: u64,
    p50_ns: u64,
    p90_ns: u64,
    p99_ns: u64,
    max_ns: u64,
    timer_overhead_ns: u64,
}

impl Times {
    /// No times yet.
    pub fn new() -> Self {
        let histogram = Histogram::new_with_max(LONGEST_NS, 3).expect("three digits up to an hour are allowed");
        Self { total_ns: 0, min_ns: u64::MAX, max_ns: 0, histogram }
    }

    /// Adds a window's time.
    pub fn record(&mut self, window: Duration) {
        let ns = nanoseconds(window);
        self.total_ns += ns;
        self.min_ns = self.min_ns.min(ns);
        self.max_ns = self.max_ns.max(ns);
        self.histogram.saturating_record(ns);
    }

    /// The figures so far; there must be one time at least.
    #[allow(clippy::cast_precision_loss, reason = "a mean is a double")]
    pub fn parse(&self, timer_overhead_ns: u64) -> Parse {
        // A bucket's upper end may lie above the largest time in it.
        let percentile = |percent| self.histogram.value_at_percentile(percent).min(self.max_ns);
        Parse {
            total_ns: self.total_ns,
            mean_ns: self.total_ns as f64 / self.histogram.len() as f64,
            min_ns: self.min_ns,
            p50_ns: percentile(50.0),
            p90_ns: percentile(90.0),
            p99_ns: percentile(99.0),
            max_ns: self.max_ns,
            timer_overhead_ns,
        }
    }
}

impl Parse {
    /// The sum in microseconds, rounded half up, once.
    pub fn parsing_time_micro_s(&self) -> u64 {
        (self.total_ns + 500) / 1000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(times: impl IntoIterator<Item = u64>) -> Parse {
        let mut all = Times::new();
        times.into_iter().for_each(|ns| all.record(Duration::from_nanos(ns)));
        all.parse(7)
    }

    #[test]
    fn sum_mean_and_extremes_are_exact() {
        let parse = parse([1_234_567, 1, 2]);
        assert_eq!((parse.total_ns, parse.min_ns, parse.max_ns, parse.timer_overhead_ns), (1_234_570, 1, 1_234_567, 7));
        assert!((parse.mean_ns - 1_234_570.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn percentiles_are_right_to_three_digits() {
        let parse = parse((1..=100_000).map(|n| n * 10));
        for (percentile, exact) in [(parse.p50_ns, 500_000_u64), (parse.p90_ns, 900_000), (parse.p99_ns, 990_000)] {
            assert!(percentile.abs_diff(exact) <= exact / 1000, "{percentile} for {exact}");
        }
    }

    #[test]
    fn a_single_time_is_every_figure() {
        let parse = parse([123_457]);
        for figure in [parse.min_ns, parse.p50_ns, parse.p90_ns, parse.p99_ns, parse.max_ns, parse.total_ns] {
            assert_eq!(figure, 123_457);
        }
    }

    #[test]
    fn microseconds_are_rounded_once_and_half_up() {
        assert_eq!(parse([499]).parsing_time_micro_s(), 0);
        assert_eq!(parse([500]).parsing_time_micro_s(), 1);
        assert_eq!(parse(vec![600; 1000]).parsing_time_micro_s(), 600, "not 1000 times 1");
    }

    #[test]
    fn a_time_over_an_hour_is_counted() {
        assert_eq!(parse([2 * LONGEST_NS]).total_ns, 2 * LONGEST_NS);
    }
}
