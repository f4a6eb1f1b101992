//! What all workers share.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::config::Config;
use crate::contract::{Code, Problem};
use crate::engines::Engines;
use crate::environment::Build;
use crate::run::{shutting_down, timer_overhead_ns};

/// A server's parts, ready for requests.
pub struct State {
    /// Its limits.
    pub config: Config,
    /// Its engines, checked.
    pub engines: Engines,
    /// What it announces of itself.
    pub build: Build,
    /// The median of empty windows at start, ns.
    pub timer_overhead_ns: u64,
    run: Arc<Semaphore>,
    stop: watch::Sender<bool>,
}

impl State {
    /// Checks the engines and measures the clock; takes some milliseconds. `GET /engines` tells the flags.
    pub fn new(config: Config, compiler_flags: &[(&'static str, &'static str)]) -> Self {
        Self {
            config,
            engines: Engines::checked(),
            build: Build::of(compiler_flags),
            timer_overhead_ns: timer_overhead_ns(),
            run: Arc::new(Semaphore::new(1)),
            stop: watch::Sender::new(false),
        }
    }

    /// The right to run, which only one has at a time; nobody waits for it.
    ///
    /// # Errors
    /// `busy`, or `shutting_down`.
    pub fn permit(&self) -> Result<OwnedSemaphorePermit, Problem> {
        if *self.stop.borrow() {
            return Err(shutting_down());
        }
        let busy = "a run is in progress, and two would spoil each other; try again when it has ended";
        Arc::clone(&self.run).try_acquire_owned().map_err(|_| Problem::new(Code::Busy, busy))
    }

    /// Ends the run in progress, and refuses new ones.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Waits until `stop` is called.
    pub async fn stopped(&self) {
        // The sender lives as long as `self`, so this ends by the value alone.
        let mut stop = self.stop.subscribe();
        let _value = stop.wait_for(|stopped| *stopped).await;
    }
}
