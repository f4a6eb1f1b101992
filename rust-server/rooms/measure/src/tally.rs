//! What the loop of a phase gathers. All memory is taken before it begins.

use std::time::Duration;

use super::series::Series;
use super::times::Times;
use super::window::nanoseconds;

/// The times of a phase so far.
pub struct Tally {
    /// The windows.
    pub parse: Times,
    /// Their series.
    pub series: Series,
    /// The releases.
    pub drops: Times,
    /// The waits for bodies; `None` where bodies lie in memory.
    pub fetch: Option<Times>,
    /// The windows in which bodies were decoded that came in a coding; `None` where they come as they are.
    pub decoding: Option<Times>,
    /// The guard, ns in all.
    pub guard_ns: u64,
    /// The parses before those that count, ns in all; `None` where there were none.
    pub lead_ns: Option<u64>,
    /// From the first request to the last comparison.
    pub total: Duration,
}

impl Tally {
    /// None yet, of this many objects that the run's own thread parses.
    pub fn new(amount: u64, over_http: bool) -> Self {
        let fetch = over_http.then(Times::new);
        Self { series: Series::looking(amount), fetch, ..Self::of_threads(amount) }
    }

    /// None yet, of this many objects that one of several threads parses, or all of them.
    pub fn of_threads(amount: u64) -> Self {
        Self {
            parse: Times::new(),
            series: Series::new(amount),
            drops: Times::new(),
            fetch: None,
            decoding: None,
            guard_ns: 0,
            lead_ns: None,
            total: Duration::ZERO,
        }
    }

    /// Adds the wait for a body, where bodies are waited for.
    pub fn add_wait(&mut self, wait: Duration) {
        if let Some(fetch) = &mut self.fetch {
            fetch.record(nanoseconds(wait));
        }
    }

    /// Adds the window in which a body was decoded, where bodies are.
    pub fn add_decoding(&mut self, window: Duration) {
        if let Some(decoding) = &mut self.decoding {
            decoding.record(nanoseconds(window));
        }
    }

    /// Adds an object's window and its release.
    pub fn record(&mut self, window: Duration, drop: Duration) {
        self.record_window(window);
        self.drops.record(nanoseconds(drop));
    }

    /// Adds the window of an object that others release.
    pub fn record_window(&mut self, window: Duration) {
        let ns = nanoseconds(window);
        self.parse.record(ns);
        self.series.record(ns);
    }

    /// Adds what another thread gathered meanwhile; its blocks come after these.
    pub fn add(&mut self, other: &Self) {
        self.parse.add(&other.parse);
        self.series.append(&other.series);
        self.drops.add(&other.drops);
        self.total = self.total.max(other.total);
    }
}
