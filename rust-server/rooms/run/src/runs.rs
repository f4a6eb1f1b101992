//! The runs of a server: one at a time, on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::ends::{Ended, outcome};
use super::log;
use super::shared::{STACK_BYTES, Shared};
use super::stop::{Stop, shutting_down};
use testbed_answer::Event;
use testbed_bodies::{Kept, PushedBodies};
use testbed_config::Config;
use testbed_contract::{Code, Problem};
use testbed_environment::{Build, Libraries};
use testbed_measure::timer_overhead_ns;
use testbed_request::RunRequest;

/// The only way to a run.
pub struct Runs {
    right: Arc<Semaphore>,
    shared: Arc<Shared>,
}

impl Runs {
    /// None yet. Measures the clock, which takes some milliseconds.
    pub fn new(config: Config, build: Build, libraries: Libraries) -> Self {
        let kept = Kept::up_to(config.max_block_bytes);
        let timer_overhead_ns = timer_overhead_ns();
        let shared = Shared { config, build, libraries, timer_overhead_ns, kept, stop: Stop::new() };
        Self { right: Arc::new(Semaphore::new(1)), shared: Arc::new(shared) }
    }

    /// Starts a run, which gives back the right to run before its last event. Dropping the receiver
    /// ends it.
    ///
    /// # Errors
    /// `busy`, `shutting_down`; `internal` where the system gives no thread.
    pub fn start(&self, request: RunRequest) -> Result<UnboundedReceiver<Event>, Problem> {
        self.take(request, None)
    }

    /// Starts an ingest of these bodies, in the same way.
    ///
    /// # Errors
    /// The same.
    pub fn ingest(&self, request: RunRequest, bodies: PushedBodies) -> Result<UnboundedReceiver<Event>, Problem> {
        self.take(request, Some(bodies))
    }

    fn take(&self, request: RunRequest, pushed: Option<PushedBodies>) -> Result<UnboundedReceiver<Event>, Problem> {
        let right = self.right()?;
        let shared = Arc::clone(&self.shared);
        let (events, receiver) = unbounded_channel();
        let thread = thread::Builder::new().name("run".to_owned()).stack_size(STACK_BYTES);
        let spawned = thread.spawn(move || {
            let began = Instant::now();
            let outcome = catch_unwind(AssertUnwindSafe(|| outcome(&shared, &request, &events, pushed)));
            let outcome = outcome.unwrap_or_else(|_| {
                Err(Ended::Problem(Problem::internal("the run panicked; the server's log says where")))
            });
            log::ended(&request, &outcome, began.elapsed());
            drop(right);
            let last = match outcome {
                Ok(last) => last,
                Err(Ended::Problem(problem)) => Event::Problem(Box::new(problem)),
                Err(Ended::ClientGone) => return,
            };
            // Nobody may listen any more.
            let _gone = events.send(last);
        });
        spawned.map_err(|why| Problem::internal(format!("no thread for the run: {why}; try again")))?;
        Ok(receiver)
    }

    /// The right to run, which only one has at a time; nobody waits for it.
    ///
    /// # Errors
    /// `busy`, or `shutting_down`.
    pub fn right(&self) -> Result<OwnedSemaphorePermit, Problem> {
        if self.shared.stop.is_given() {
            return Err(shutting_down());
        }
        let busy = "a run is in progress, and two would spoil each other; try again when it has ended";
        Arc::clone(&self.right).try_acquire_owned().map_err(|_| Problem::new(Code::Busy, busy))
    }

    /// Ends the run in progress, and refuses new ones.
    pub fn stop(&self) {
        self.shared.stop.give();
    }

    /// Waits until `stop` is called and the run in progress has ended, whose client is told why.
    pub async fn stopped(&self) {
        self.shared.stop.given().await;
        // Nobody else waits for it, and nobody gets it any more.
        let _right = self.right.acquire().await;
    }
}

#[cfg(test)]
#[path = "runs_tests.rs"]
mod tests;
