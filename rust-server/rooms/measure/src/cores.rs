//! What several threads gave together: objects a second.

use serde::Serialize;

use super::tally::Tally;

/// The contract's `Cores`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cores {
    /// How many parsed at once.
    pub threads: usize,
    /// What parsing and releasing gave with all of them at it: the rates of the threads, added up. A rate is a thread's objects over the sum of its windows
    /// and releases, so neither guard nor comparison is in it.
    pub objects_per_s: f64,
}

impl Cores {
    /// Of what each thread gathered.
    pub fn of<'a>(tallies: impl ExactSizeIterator<Item = &'a Tally>) -> Self {
        Self { threads: tallies.len(), objects_per_s: tallies.map(rate).sum() }
    }
}

/// Objects a second; 0 of a thread that had none.
#[allow(clippy::cast_precision_loss, reason = "a rate is a double")]
fn rate(tally: &Tally) -> f64 {
    let ns = tally.parse.total_ns() + tally.drops.total_ns();
    tally.parse.count() as f64 * 1e9 / ns.max(1) as f64
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// So many objects, each of a window and a release of so many ns.
    fn tally(objects: u64, window: u64, release: u64) -> Tally {
        let mut tally = Tally::of_threads(objects);
        for _ in 0..objects {
            tally.record(Duration::from_nanos(window), Duration::from_nanos(release));
        }
        tally
    }

    #[test]
    fn the_rates_of_the_threads_are_added_up() {
        let threads = [tally(10, 900, 100), tally(20, 1500, 500), tally(0, 0, 0)];
        assert_eq!(Cores::of(threads.iter()), Cores { threads: 3, objects_per_s: 1_000_000.0 + 500_000.0 + 0.0 });
    }

    #[test]
    fn what_threads_gathered_is_merged_with_the_blocks_of_one_after_those_of_another() {
        let mut merged = tally(0, 0, 0);
        for (part, ended) in [(tally(1100, 900, 100), 7), (tally(700, 1500, 500), 5)] {
            merged.add(&Tally { total: Duration::from_nanos(ended), ..part });
        }
        assert_eq!((merged.parse.count(), merged.parse.total_ns()), (1800, 1100 * 900 + 700 * 1500));
        assert_eq!((merged.parse.percentile(50.0), merged.parse.percentile(100.0)), (900, 1500));
        assert_eq!(merged.drops.total_ns(), 1100 * 100 + 700 * 500);
        assert_eq!((merged.series.mean_ns(), merged.total), (&[900, 900, 1500][..], Duration::from_nanos(7)));
    }
}
