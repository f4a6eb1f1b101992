//! Times, of windows above all: exact sum and extremes, and a histogram for the percentiles.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer as _, V2DeflateSerializer};
use serde::Serialize;

/// The longest time that the histogram tells apart, ns: an hour.
const LONGEST_NS: u64 = 3_600_000_000_000;

/// What something took, time after time. All memory is taken when it is made.
pub struct Times {
    total_ns: u64,
    min_ns: u64,
    max_ns: u64,
    histogram: Histogram<u64>,
}

/// The contract's `Parse`, ns: what a run's windows took, whatever they hold.
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

    /// Adds a time, ns.
    pub fn record(&mut self, ns: u64) {
        self.total_ns += ns;
        self.min_ns = self.min_ns.min(ns);
        self.max_ns = self.max_ns.max(ns);
        self.histogram.saturating_record(ns);
    }

    /// Adds the times of another thread.
    pub fn add(&mut self, other: &Self) {
        self.total_ns += other.total_ns;
        self.min_ns = self.min_ns.min(other.min_ns);
        self.max_ns = self.max_ns.max(other.max_ns);
        self.histogram.add(&other.histogram).expect("both have the same range");
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.histogram.len()
    }

    /// The exact sum, ns.
    pub const fn total_ns(&self) -> u64 {
        self.total_ns
    }

    /// The exact mean; there must be one time at least, as for the percentiles.
    #[allow(clippy::cast_precision_loss, reason = "a mean is a double")]
    pub fn mean_ns(&self) -> f64 {
        self.total_ns as f64 / self.count() as f64
    }

    /// A percentile, to three digits; a bucket's upper end may lie above the largest time in it.
    pub fn percentile(&self, percent: f64) -> u64 {
        self.histogram.value_at_percentile(percent).min(self.max_ns)
    }

    /// The figures so far, if these are the times of windows.
    pub fn parse(&self, timer_overhead_ns: u64) -> Parse {
        Parse {
            total_ns: self.total_ns,
            mean_ns: self.mean_ns(),
            min_ns: self.min_ns,
            p50_ns: self.percentile(50.0),
            p90_ns: self.percentile(90.0),
            p99_ns: self.percentile(99.0),
            max_ns: self.max_ns,
            timer_overhead_ns,
        }
    }

    /// Every time, encoded as all `HdrHistogram` libraries read it.
    pub fn histogram(&self) -> String {
        let mut bytes = Vec::new();
        let encoded = V2DeflateSerializer::new().serialize(&self.histogram, &mut bytes);
        encoded.expect("a Vec takes every write");
        STANDARD.encode(bytes)
    }
}

impl Parse {
    /// The exact sum, ns.
    pub const fn total_ns(&self) -> u64 {
        self.total_ns
    }

    /// The median and the two percentiles above it, ns.
    pub const fn percentiles(&self) -> [u64; 3] {
        [self.p50_ns, self.p90_ns, self.p99_ns]
    }

    /// The sum in microseconds, rounded half up, once.
    pub fn sum_micro_s(&self) -> u64 {
        (self.total_ns + 500) / 1000
    }
}

#[cfg(test)]
#[path = "times_tests.rs"]
mod tests;
