//! How often a run looks whether it is to end.

use std::time::{Duration, Instant};

use tokio::task::yield_now;

/// So long a run goes on between two looks: its end is seen within this and one object, whatever an object takes.
const EVERY: Duration = Duration::from_millis(20);

/// When a run, or a thread of one, last looked whether it is to end.
pub struct Breath(Instant);

impl Breath {
    /// The first look is due after one interval.
    pub fn new() -> Self {
        Self(Instant::now())
    }

    /// Whether a look is due. `now` is a time that was read for another reason: between windows nothing reads the clock
    /// for this.
    pub fn is_due(&mut self, now: Instant) -> bool {
        let due = now.saturating_duration_since(self.0) >= EVERY;
        if due {
            self.0 = now;
        }
        due
    }

    /// Lets the end of the client, of the time or of the server be seen, where a look is due.
    pub async fn take(&mut self, now: Instant) {
        if self.is_due(now) {
            yield_now().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_is_due_when_the_interval_has_passed_since_the_last() {
        let mut breath = Breath::new();
        let start = breath.0;
        let due = [19, 20, 21, 39, 40, 39, 500, 519].map(|ms| breath.is_due(start + Duration::from_millis(ms)));
        assert_eq!(due, [false, true, false, false, true, false, true, false]);
    }
}
