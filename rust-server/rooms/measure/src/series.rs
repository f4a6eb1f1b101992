//! The series of the windows: the mean of each 500 in a row.

use serde::Serialize;

/// Objects of a block.
const OBJECTS: u64 = 500;

/// The contract's `Blocks`. All memory is taken when it is made.
#[derive(Clone, Debug, Serialize)]
pub struct Series {
    objects: u64,
    mean_ns: Vec<u64>,
    #[serde(skip)]
    sum_ns: u64,
    #[serde(skip)]
    summed: u64,
}

impl Series {
    /// None yet, of this many objects.
    pub fn new(amount: u64) -> Self {
        let blocks = usize::try_from(amount / OBJECTS).unwrap_or_default();
        Self { objects: OBJECTS, mean_ns: Vec::with_capacity(blocks), sum_ns: 0, summed: 0 }
    }

    /// Adds a window's time.
    pub fn record(&mut self, ns: u64) {
        self.sum_ns += ns;
        self.summed += 1;
        if self.summed == OBJECTS {
            self.mean_ns.push((self.sum_ns + OBJECTS / 2) / OBJECTS);
            (self.sum_ns, self.summed) = (0, 0);
        }
    }

    /// Adds the whole blocks of another thread after these.
    pub fn append(&mut self, other: &Self) {
        self.mean_ns.extend(&other.mean_ns);
    }

    /// The means of the whole blocks, ns, rounded half up.
    pub fn mean_ns(&self) -> &[u64] {
        &self.mean_ns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_500_windows_and_its_mean_is_rounded_half_up() {
        let mut blocks = Series::new(1999);
        let capacity = blocks.mean_ns.capacity();
        // 1.5 up to 2, 10.498 down to 10, 7; the last 499 windows are no block.
        let windows = [(1, 250), (2, 250), (10, 251), (11, 249), (7, 500), (9, 499)];
        for (ns, times) in windows {
            (0..times).for_each(|_| blocks.record(ns));
        }
        assert_eq!(blocks.mean_ns(), [2, 10, 7]);
        assert_eq!(blocks.mean_ns.capacity(), capacity, "no memory is taken in the loop");
        assert_eq!(serde_json::to_string(&blocks).unwrap(), r#"{"objects":500,"mean_ns":[2,10,7]}"#);
    }
}
