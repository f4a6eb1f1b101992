//! The order in which bodies are asked for.

/// A phase's place in its sequence of requests: how many were handed out, of how many.
pub struct Sequence {
    next: u64,
    amount: u64,
}

impl Sequence {
    /// `amount` requests from 0.
    pub const fn of(amount: u64) -> Self {
        Self { next: 0, amount }
    }

    /// The number of the next request; none once all were handed out.
    pub fn take(&mut self) -> Option<u64> {
        let number = self.next;
        (number < self.amount).then(|| {
            self.next += 1;
            number
        })
    }
}

/// The variant of a request: they are cycled through.
pub fn variant_of(number: u64, variants: usize) -> usize {
    usize::try_from(number % variants as u64).expect("it is less than a usize")
}
