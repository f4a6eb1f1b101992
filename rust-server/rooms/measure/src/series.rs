//! The series of the windows: the mean and the median of each 500 in a row, and what a scan beside them takes.

use serde::Serialize;

use super::scan::scan_ns;

/// Objects of a block.
const OBJECTS: usize = 500;
/// Which of a block's windows, the shortest first, is their median.
const MEDIAN: usize = 249;

/// The contract's `Blocks`. All memory is taken when it is made.
#[derive(Clone, Debug, Serialize)]
pub struct Series {
    objects: usize,
    mean_ns: Vec<u64>,
    p50_ns: Vec<u64>,
    /// `None` where nobody looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    scan_ns: Option<Vec<u64>>,
    /// What the last scan took.
    #[serde(skip)]
    scanned_ns: u64,
    /// Those of the block that is not whole yet.
    #[serde(skip)]
    windows: Vec<u64>,
}

impl Series {
    /// None yet, of this many objects; nobody looks.
    pub fn new(amount: u64) -> Self {
        let room = || Vec::with_capacity(blocks(amount));
        let (mean_ns, p50_ns, windows) = (room(), room(), Vec::with_capacity(OBJECTS));
        Self { objects: OBJECTS, mean_ns, p50_ns, scan_ns: None, scanned_ns: 0, windows }
    }

    /// None yet, of this many objects; whoever adds the windows looks between them.
    pub fn looking(amount: u64) -> Self {
        Self { scan_ns: Some(Vec::with_capacity(blocks(amount))), ..Self::new(amount) }
    }

    /// Adds a window's time.
    pub fn record(&mut self, ns: u64) {
        self.windows.push(ns);
        if self.windows.len() == OBJECTS {
            let objects = OBJECTS as u64;
            self.mean_ns.push((self.windows.iter().sum::<u64>() + objects / 2) / objects);
            self.p50_ns.push(*self.windows.select_nth_unstable(MEDIAN).1);
            self.windows.clear();
        }
    }

    /// Scans where a block ended with the last window, or begins with the next; inside a block it does nothing.
    pub fn look(&mut self) {
        if self.windows.is_empty() {
            self.scanned(scan_ns());
        }
    }

    /// A block's scan is the mean of the last before its first window and the first after its last.
    fn scanned(&mut self, ns: u64) {
        if let Some(scans) = &mut self.scan_ns
            && scans.len() < self.mean_ns.len()
        {
            scans.push((self.scanned_ns + ns).div_ceil(2));
        }
        self.scanned_ns = ns;
    }

    /// Adds the whole blocks of another thread after these. Nobody looks there: a scan would lie inside the time of all.
    pub fn append(&mut self, other: &Self) {
        self.mean_ns.extend(&other.mean_ns);
        self.p50_ns.extend(&other.p50_ns);
    }

    /// The means of the whole blocks, ns, rounded half up.
    pub fn mean_ns(&self) -> &[u64] {
        &self.mean_ns
    }
}

fn blocks(amount: u64) -> usize {
    usize::try_from(amount).unwrap_or_default() / OBJECTS
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR_NS: u64 = 3_600_000_000_000;

    #[test]
    fn a_block_is_500_windows_with_their_mean_rounded_half_up_and_their_median() {
        let mut blocks = Series::new(1999);
        let room = |blocks: &Series| [&blocks.mean_ns, &blocks.p50_ns, &blocks.windows].map(Vec::capacity);
        let taken = room(&blocks);
        // 1.5 up to 2, 10.498 down to 10, 7; the last 499 windows are no block. Of 250 and 250 the median is the shorter.
        let windows = [(2, 250), (1, 250), (11, 249), (10, 251), (7, 500), (9, 499)];
        for (ns, times) in windows {
            (0..times).for_each(|_| blocks.record(ns));
        }
        assert_eq!(blocks.mean_ns(), [2, 10, 7]);
        assert_eq!(room(&blocks), taken, "no memory is taken in the loop");
        assert_eq!(serde_json::to_string(&blocks).unwrap(), r#"{"objects":500,"mean_ns":[2,10,7],"p50_ns":[1,10,7]}"#);
    }

    #[test]
    fn a_block_has_the_mean_of_the_scans_around_it_rounded_half_up() {
        let mut blocks = Series::looking(1500);
        blocks.scanned(10);
        (0..500).for_each(|_| blocks.record(1));
        // The scan between two blocks is of both, unless there is another before the second.
        for (ns, before_the_next) in [(13, None), (20, Some(40)), (41, None)] {
            blocks.scanned(ns);
            if let Some(ns) = before_the_next {
                blocks.scanned(ns);
            }
            (0..500).for_each(|_| blocks.record(1));
        }
        assert_eq!(blocks.scan_ns, Some(vec![12, 17, 41]));
    }

    #[test]
    fn one_looks_between_blocks_alone_and_takes_no_memory() {
        let mut blocks = Series::looking(1700);
        assert_eq!(serde_json::to_string(&blocks).unwrap(), r#"{"objects":500,"mean_ns":[],"p50_ns":[],"scan_ns":[]}"#);
        let capacity = blocks.scan_ns.as_ref().unwrap().capacity();
        for window in 0..1700 {
            if window % 500 == 0 {
                // Longer than any scan: one inside a block would take its place.
                blocks.scanned(2 * HOUR_NS);
            }
            blocks.record(1);
            blocks.look();
        }
        let scans = blocks.scan_ns.unwrap();
        assert_eq!((scans.len(), scans.capacity()), (3, capacity));
        assert!(scans.iter().all(|&ns| ns > HOUR_NS), "{scans:?}");
    }
}
