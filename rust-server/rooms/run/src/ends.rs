//! How a run ends: by its result, or earlier by its client, its time or the server.

use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::sleep;

use super::perform::perform;
use super::progress::Progress;
use super::shared::Shared;
use super::stop::shutting_down;
use testbed_answer::Event;
use testbed_bodies::PushedBodies;
use testbed_config::Config;
use testbed_contract::{Code, PhaseName, Problem};
use testbed_request::{RunRequest, Source};

/// Why a run has no result.
#[derive(Debug)]
pub enum Ended {
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

/// A whole run on the calling thread.
pub fn outcome(
    shared: &Shared,
    request: &RunRequest,
    events: &UnboundedSender<Event>,
    pushed: Option<PushedBodies>,
) -> Result<Event, Ended> {
    let runtime = runtime().map_err(|why| Problem::internal(format!("no event loop for the run: {why}; try again")))?;
    let outcome = runtime.block_on(supervised(shared, request, events, pushed));
    // A name that still resolves must not hold the run's thread.
    runtime.shutdown_background();
    outcome
}

fn runtime() -> std::io::Result<Runtime> {
    Builder::new_current_thread().enable_io().enable_time().build()
}

/// The run, unless its client, its time or the server ends first.
async fn supervised(
    shared: &Shared,
    request: &RunRequest,
    events: &UnboundedSender<Event>,
    pushed: Option<PushedBodies>,
) -> Result<Event, Ended> {
    let progress = Progress::before(if request.warmup > 0 { PhaseName::Warmup } else { PhaseName::Measured });
    let limit = time_limit(&shared.config, request);
    let outcome = tokio::select! {
        biased;
        () = events.closed() => return Err(Ended::ClientGone),
        () = shared.stop.given() => Err(shutting_down()),
        () = sleep(limit) => Err(too_long(limit, request)),
        outcome = perform(shared, request, events, &progress, pushed) => outcome,
    };
    outcome.map_err(|problem| {
        // A coded body may be found too large when it is decoded.
        if matches!(problem.code, Code::DeserializeFailed | Code::ProviderTooLarge)
            && let Some(supply) = request.supply()
            && supply.source == Source::Replay
        {
            shared.kept.forget(request, supply);
        }
        problem.at(progress.place()).into()
    })
}

/// What a run may take; no configuration that is allowed makes it overflow.
pub fn time_limit(config: &Config, request: &RunRequest) -> Duration {
    let objects = u32::try_from(request.weight()).unwrap_or(u32::MAX);
    config.run_timeout_base.saturating_add(config.run_timeout_per_object.saturating_mul(objects))
}

fn too_long(limit: Duration, request: &RunRequest) -> Problem {
    let detail =
        format!("the run took longer than {limit:?} (RUN_TIMEOUT_BASE_MS + RUN_TIMEOUT_PER_OBJECT_MS for each object)");
    Problem::new(request.way.timeout(), detail)
}

#[cfg(test)]
#[path = "ends_tests.rs"]
mod tests;
