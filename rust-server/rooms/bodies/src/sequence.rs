//! The order in which bodies are asked for.

/// A phase's place in its sequence of requests: how many were handed out, how many may be, of how many.
pub struct Sequence {
    next: u64,
    asked: u64,
    amount: u64,
}

impl Sequence {
    /// `amount` requests from 0, none of which may be sent yet.
    pub const fn of(amount: u64) -> Self {
        Self { next: 0, asked: 0, amount }
    }

    /// Asks for so many more, or for as many as are left.
    pub fn ask(&mut self, more: u64) {
        self.asked = self.asked.saturating_add(more).min(self.amount);
    }

    /// The number of the next request; none once all that were asked for were handed out.
    pub fn take(&mut self) -> Option<u64> {
        let number = self.next;
        (number < self.asked).then(|| {
            self.next += 1;
            number
        })
    }
}

/// The variant of a request: they are cycled through.
pub fn variant_of(number: u64, variants: usize) -> usize {
    usize::try_from(number % variants as u64).expect("it is less than a usize")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_handed_out_as_were_asked_for() {
        let mut sequence = Sequence::of(5);
        let mut taken = |more| {
            sequence.ask(more);
            std::iter::from_fn(|| sequence.take()).collect::<Vec<_>>()
        };
        assert!(taken(0).is_empty());
        assert_eq!(taken(3), [0, 1, 2]);
        assert_eq!(taken(3), [3, 4], "those that are left");
        assert!(taken(u64::MAX).is_empty());
    }
}
