//! What a run does from its first connection to its result.

use std::time::Instant;

use tokio::sync::mpsc::UnboundedSender;

use super::context::Context;
use super::loops::Loop;
use super::parsing::Parsing;
use super::progress::Progress;
use super::sending::Sending;
use super::shared::Shared;
use super::writing::Writing;
use testbed_answer::{Event, Part, RunEngine, RunResult, Started, Warmup};
use testbed_bodies::PushedBodies;
use testbed_contract::{PhaseName, Problem};
use testbed_environment::Environment;
use testbed_judge::{Judged, Steadiness, advice};
use testbed_request::{RunRequest, Way};

/// Performs a run and gives its last event. `pushed` are the bodies of an ingest. The caller says
/// where it was if it fails.
///
/// # Errors
/// The first failure.
pub async fn perform(
    shared: &Shared,
    request: &RunRequest,
    events: &UnboundedSender<Event>,
    progress: &Progress,
    pushed: Option<PushedBodies>,
) -> Result<Event, Problem> {
    let mut run = Context::new(shared, request, events, progress);
    if let Some(bodies) = &pushed {
        run.tell(Event::Opened { token: bodies.token().to_owned() });
    }
    let engine = RunEngine::from(&*request.engine);
    run.tell(Event::Started(Started { amount: request.amount, warmup: request.warmup, engine }));
    // The first comparison would load them, between two windows.
    for index in 0..request.variants {
        request.codec.load(request.size, index);
        run.breath.take(Instant::now()).await;
    }
    match &request.way {
        Way::Pulled(supply) => both_parts(Parsing::open(&run, supply).await?, run).await,
        Way::Pushed(_) => {
            let bodies = pushed.expect("an ingest has its bodies");
            both_parts(Parsing::of(&run, bodies)?, run).await
        }
        Way::Written => both_parts(Writing::open(&mut run).await?, run).await,
        Way::Sent(delivery) => both_parts(Sending::open(&mut run, delivery).await?, run).await,
    }
}

/// The warm-up, where there is one, and the measured part, and the event that tells of them.
async fn both_parts<'r, L: Loop<'r>>(mut work: L, mut run: Context<'r>) -> Result<Event, Problem> {
    let request = run.request;
    let warmup = match request.warmup {
        0 => None,
        amount => {
            run.progress.enter(PhaseName::Warmup);
            Some(Warmup::new(request.operation, amount, work.part(&mut run, amount).await?))
        }
    };
    run.progress.enter(PhaseName::Measured);
    let measured = work.part(&mut run, request.amount).await?;
    #[cfg(feature = "count-alloc")]
    let measured = {
        let counted = run.seen.some().map(|(variant, body)| L::allocated(request, variant, body));
        Part { memory: measured.memory.counting(&counted.collect::<Vec<_>>()), ..measured }
    };
    work.end(result(run, warmup, measured)).await
}

fn result(run: Context<'_>, warmup: Option<Warmup>, measured: Part) -> RunResult {
    let (request, shared) = (run.request, run.shared);
    let judged = Judged {
        amount: request.amount,
        warmup: request.warmup,
        max_amount: shared.config.max_amount,
        steadiness: measured.steadiness.as_ref().map(Steadiness::class),
        noise: &measured.noise,
    };
    RunResult {
        request: request.clone(),
        advice: advice(&judged),
        payload: run.seen.payload(measured.parse.total_ns()),
        coded: request.supply().and_then(|supply| supply.coding).map(|coding| run.coded.coded(coding.name())),
        measured,
        warmup,
        checkpoints: run.checkpoints,
        engine: RunEngine::from(&*request.engine),
        environment: Environment::now(&shared.build, &shared.libraries),
    }
}
