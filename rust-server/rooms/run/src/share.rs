//! What each of several threads parses of a part.

/// A thread's share: how many objects, and the variant of the first. From there the variants come in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Objects.
    pub amount: u64,
    /// The variant of the first one.
    pub first: usize,
}

/// A share for each thread: they differ by one object at most, and each begins at another variant, so that the threads do not walk in step.
pub fn shares(amount: u64, threads: usize, variants: usize) -> Vec<Share> {
    let (least, more) = (amount / threads as u64, amount % threads as u64);
    let share =
        |thread| Share { amount: least + u64::from((thread as u64) < more), first: thread * variants / threads };
    (0..threads).map(share).collect()
}

impl Share {
    /// Whether one of its objects is of this variant of so many.
    pub const fn uses(self, variant: usize, variants: usize) -> bool {
        (((variant + variants - self.first) % variants) as u64) < self.amount
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_equal_but_for_one_object_and_begin_apart() {
        let share = |amount, first| Share { amount, first };
        assert_eq!(shares(10, 4, 8), [share(3, 0), share(3, 2), share(2, 4), share(2, 6)]);
        assert_eq!(shares(10, 1, 8), [share(10, 0)]);
        assert_eq!(shares(1, 3, 1), [share(1, 0), share(0, 0), share(0, 0)], "more threads than objects or variants");
        for (amount, threads, variants) in [(1_000_000, 64, 1024), (7, 3, 1023), (64, 64, 5)] {
            let shares = shares(amount, threads, variants);
            assert_eq!(shares.iter().map(|share| share.amount).sum::<u64>(), amount);
            assert!(shares.iter().all(|share| share.first < variants));
        }
    }

    #[test]
    fn the_variants_of_a_share_go_on_past_the_last() {
        let used =
            |amount, first| (0..5).filter(|variant| Share { amount, first }.uses(*variant, 5)).collect::<Vec<_>>();
        assert_eq!(used(3, 4), [0, 1, 4]);
        assert_eq!(used(5, 2), [0, 1, 2, 3, 4]);
        assert_eq!(used(99, 2), [0, 1, 2, 3, 4]);
        assert!(used(0, 2).is_empty());
    }
}
