//! The server's order to stop, which ends a run in progress and refuses new ones.

use tokio::sync::watch;

use testbed_contract::{Code, Problem};

/// Given once, and never taken back.
pub struct Stop(watch::Sender<bool>);

impl Stop {
    /// Not given yet.
    pub fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    /// Gives it.
    pub fn give(&self) {
        self.0.send_replace(true);
    }

    /// Whether it was given.
    pub fn is_given(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until it is given.
    pub async fn given(&self) {
        // The sender lives as long as `self`, so this ends by the value alone.
        let mut stop = self.0.subscribe();
        let _value = stop.wait_for(|given| *given).await;
    }
}

/// What a run is told that it ends, or keeps from beginning.
pub fn shutting_down() -> Problem {
    Problem::new(Code::ShuttingDown, "the server was told to stop; start it again and repeat the run")
}
