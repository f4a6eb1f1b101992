//! A run: requests objects from a provider and times nothing but the parsing, on a thread of its own.
//!
//! # Layout
//! `request`, `members`, `origin`: what is asked. `connection`, `fetch`, `fetch_error`: bodies. `phase`: the loop. `window`: the timed window.
//! `progress`, `figures`, `times`, `blocks`, `payload`: what the loop writes down. `part`: what is read around it: `canary`, `cpu`, `memory`.
//! `steadiness`, `noise`, `advice`, `reclaim`, `fetch_times`, `result`, `table`: what is told. This file: the thread, and all that can end a run early.

mod advice;
mod blocks;
mod canary;
mod connection;
mod cpu;
mod fetch;
mod fetch_error;
mod fetch_times;
mod figures;
mod members;
mod memory;
mod noise;
mod part;
mod payload;
mod perform;
mod phase;
mod progress;
mod reclaim;
mod request;
mod result;
mod steadiness;
mod table;
mod times;
mod window;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::sleep;

use self::perform::perform;
pub use self::phase::{Phase, run_phase};
use self::progress::Progress;
pub use self::request::{RunRequest, Source};
pub use self::result::{Event, RunEngine, RunResult};
pub use self::table::Table;
pub use self::window::{timer_overhead_ns, window};
use crate::config::Config;
use crate::contract::{Code, PhaseName, Problem};
use crate::state::State;

/// Enough for an engine that recurses over the largest body, were there no guard: 8,191 levels of BSON at 1.2 KiB.
const STACK_BYTES: usize = 16 << 20;

/// Starts a run, which frees its permit before its last event. Dropping the receiver ends it.
///
/// # Errors
/// `internal` where the system gives no thread.
pub fn start(
    state: Arc<State>,
    request: RunRequest,
    permit: OwnedSemaphorePermit,
) -> Result<UnboundedReceiver<Event>, Problem> {
    let (events, receiver) = unbounded_channel();
    let thread = thread::Builder::new().name("run".to_owned()).stack_size(STACK_BYTES);
    let spawned = thread.spawn(move || {
        let outcome = catch_unwind(AssertUnwindSafe(|| outcome(&state, &request, &events)));
        let outcome =
            outcome.unwrap_or_else(|_| Err(Ended::Problem(internal("the run panicked; the server's log says where"))));
        drop(permit);
        let last = match outcome {
            Ok(result) => Event::Result(Box::new(result)),
            Err(Ended::Problem(problem)) => Event::Problem(Box::new(problem)),
            Err(Ended::ClientGone) => return,
        };
        // Nobody may listen any more.
        let _gone = events.send(last);
    });
    spawned.map_err(|why| internal(&format!("no thread for the run: {why}; try again")))?;
    Ok(receiver)
}

/// Why a run has no result.
#[derive(Debug)]
enum Ended {
    /// Its client is told.
    Problem(Problem),
    /// There is nobody to tell.
    ClientGone,
}

impl From<Problem> for Ended {
    fn from(problem: Problem) -> Self {
        Ended::Problem(problem)
    }
}

fn internal(detail: &str) -> Problem {
    Problem::new(Code::Internal, detail)
}

fn outcome(state: &State, request: &RunRequest, events: &UnboundedSender<Event>) -> Result<RunResult, Ended> {
    let runtime = runtime().map_err(|why| internal(&format!("no event loop for the run: {why}; try again")))?;
    let outcome = runtime.block_on(supervised(state, request, events));
    // A name that still resolves must not hold the run's thread.
    runtime.shutdown_background();
    outcome
}

fn runtime() -> std::io::Result<Runtime> {
    Builder::new_current_thread().enable_io().enable_time().build()
}

/// The run, unless its client, its time or the server ends first.
async fn supervised(state: &State, request: &RunRequest, events: &UnboundedSender<Event>) -> Result<RunResult, Ended> {
    let progress = Progress::before(if request.warmup > 0 { PhaseName::Warmup } else { PhaseName::Measured });
    let limit = time_limit(&state.config, request);
    let outcome = tokio::select! {
        biased;
        () = events.closed() => return Err(Ended::ClientGone),
        () = state.stopped() => Err(shutting_down()),
        () = sleep(limit) => Err(too_long(limit)),
        outcome = perform(state, request, events, &progress) => outcome,
    };
    outcome.map_err(|problem| problem.at(progress.place()).into())
}

/// What a run may take; no configuration that is allowed makes it overflow.
fn time_limit(config: &Config, request: &RunRequest) -> Duration {
    let objects = u32::try_from(request.warmup + request.amount).unwrap_or(u32::MAX);
    config.run_timeout_base.saturating_add(config.run_timeout_per_object.saturating_mul(objects))
}

/// The server was told to stop.
pub fn shutting_down() -> Problem {
    Problem::new(Code::ShuttingDown, "the server was told to stop; start it again and repeat the run")
}

fn too_long(limit: Duration) -> Problem {
    let detail =
        format!("the run took longer than {limit:?} (RUN_TIMEOUT_BASE_MS + RUN_TIMEOUT_PER_OBJECT_MS for each object)");
    Problem::new(Code::ProviderTimeout, detail)
}

#[cfg(test)]
#[path = "ends_tests.rs"]
mod tests;
