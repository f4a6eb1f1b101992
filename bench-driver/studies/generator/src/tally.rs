//! What became of the operations whose intended start lies in the time that is counted.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer, V2DeflateSerializer};
use serde::Serialize;

use crate::mix::{CLASSES, Operation};
use crate::problem::{Outcome, Problem};

/// Times are in microseconds, to three digits, up to ten minutes.
const LONGEST_US: u64 = 600_000_000;

/// Counts, and histograms of the time from the intended start to the acknowledgement.
pub struct Tally {
    from: Instant,
    to: Instant,
    times: Vec<Histogram<u64>>,
    outcomes: [[u64; 3]; 3],
    errors: BTreeMap<String, u64>,
    offered: u64,
    completed: u64,
    last: Instant,
    gap: Duration,
    visible: Histogram<u64>,
    unseen: u64,
}

/// The tally, as it is written.
#[derive(Serialize)]
pub struct Report {
    seconds: f64,
    /// Operations that were to start in this time.
    offered: u64,
    /// Operations that were acknowledged in this time.
    completed: u64,
    outcomes: BTreeMap<&'static str, BTreeMap<&'static str, u64>>,
    errors: BTreeMap<String, u64>,
    times: Vec<Times>,
    /// The longest time in which nothing was acknowledged, s.
    gap: f64,
    /// Of watched tweets: from the intended start until all nodes showed them.
    visible: String,
    /// Watched tweets that some node did not show in time.
    unseen: u64,
    /// Of this program while it counted.
    pub cpu_s: f64,
}

#[derive(Serialize)]
struct Times {
    operation: Operation,
    followers: &'static str,
    count: u64,
    /// V2, compressed, in base64; microseconds.
    histogram: String,
}

impl Tally {
    /// Nothing yet.
    pub fn new(from: Instant, to: Instant) -> Self {
        let empty = || Histogram::new_with_max(LONGEST_US, 3).expect("these bounds are valid");
        Self {
            from,
            to,
            times: (0..9).map(|_| empty()).collect(),
            outcomes: [[0; 3]; 3],
            errors: BTreeMap::new(),
            offered: 0,
            completed: 0,
            last: from,
            gap: Duration::ZERO,
            visible: empty(),
            unseen: 0,
        }
    }

    /// Counts an operation that has ended now, or that never began.
    pub fn count(
        &mut self,
        operation: Operation,
        class: usize,
        intended: Instant,
        result: Result<(), &Problem>,
    ) {
        let now = Instant::now();
        if result.is_ok() && self.from <= now && now < self.to {
            self.completed += 1;
            self.gap = self.gap.max(now - self.last);
            self.last = now;
        }
        if intended < self.from || intended >= self.to {
            return;
        }
        self.offered += 1;
        let outcome = match result {
            Ok(()) => {
                add(&mut self.times[3 * operation as usize + class], now - intended);
                0
            }
            Err(problem) => {
                *self.errors.entry(problem.kind.clone()).or_default() += 1;
                1 + usize::from(problem.outcome == Outcome::Unknown)
            }
        };
        self.outcomes[operation as usize][outcome] += 1;
    }

    /// Counts a watched tweet: how long until all nodes showed it, where they did.
    pub fn watch(&mut self, sent: Instant, took: Option<Duration>) {
        if self.from <= sent && sent < self.to {
            match took {
                Some(took) => add(&mut self.visible, took),
                None => self.unseen += 1,
            }
        }
    }

    /// All of it.
    pub fn report(mut self) -> Report {
        self.gap = self.gap.max(self.to - self.last);
        let names = ["post", "userline", "timeline"];
        let kinds = ["acknowledged", "failed", "unknown"];
        let outcomes = names
            .into_iter()
            .zip(self.outcomes)
            .map(|(name, counts)| (name, kinds.into_iter().zip(counts).collect()))
            .collect();
        let times = Operation::ALL
            .iter()
            .flat_map(|operation| CLASSES.iter().map(move |class| (*operation, class.0)))
            .zip(&self.times)
            .filter(|(_, histogram)| !histogram.is_empty())
            .map(|((operation, followers), histogram)| Times {
                operation,
                followers,
                count: histogram.len(),
                histogram: encoded(histogram),
            })
            .collect();
        Report {
            seconds: (self.to - self.from).as_secs_f64(),
            offered: self.offered,
            completed: self.completed,
            outcomes,
            errors: self.errors,
            times,
            gap: self.gap.as_secs_f64(),
            visible: if self.visible.is_empty() { String::new() } else { encoded(&self.visible) },
            unseen: self.unseen,
            cpu_s: 0.0,
        }
    }
}

fn add(histogram: &mut Histogram<u64>, took: Duration) {
    histogram.saturating_record(u64::try_from(took.as_micros()).unwrap_or(LONGEST_US).max(1));
}

fn encoded(histogram: &Histogram<u64>) -> String {
    let mut bytes = Vec::new();
    V2DeflateSerializer::new().serialize(histogram, &mut bytes).expect("memory takes any bytes");
    STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn each_operation_has_one_of_three_outcomes() {
        let now = Instant::now();
        let mut tally =
            Tally::new(now.checked_sub(SECOND).expect("it runs long enough"), now + SECOND);
        tally.count(Operation::Post, 1, now, Ok(()));
        tally.count(Operation::Post, 1, now, Err(&Problem::failed("Unavailable")));
        tally.count(Operation::Post, 1, now, Err(&Problem::unknown("WriteTimeout")));
        tally.count(Operation::Timeline, 0, now, Err(&Problem::unknown("WriteTimeout")));
        let report = serde_json::to_value(tally.report()).expect("it is plain data");
        let post = &report["outcomes"]["post"];
        assert_eq!(
            [1, 1, 1],
            ["acknowledged", "failed", "unknown"].map(|kind| post[kind].as_u64().unwrap_or(0))
        );
        assert_eq!(report["outcomes"]["timeline"]["unknown"], 1);
        assert_eq!(report["errors"]["WriteTimeout"], 2);
        assert_eq!((&report["offered"], &report["completed"]), (&4.into(), &1.into()));
        assert_eq!(report["times"][0]["followers"], "10 to 99");
    }

    #[test]
    fn what_began_in_the_warm_up_is_completed_and_not_offered() {
        let now = Instant::now();
        let mut tally = Tally::new(now, now + SECOND);
        tally.count(Operation::Post, 0, now.checked_sub(SECOND).expect("as above"), Ok(()));
        assert_eq!((tally.offered, tally.completed), (0, 1));
    }
}
