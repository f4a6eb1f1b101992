//! What a run does from its first connection to its result.

use tokio::sync::mpsc::UnboundedSender;

use super::phase::Phase;
use super::progress::Progress;
use super::runs::Shared;
use testbed_answer::{Checkpoint, Event, Part, RunEngine, RunResult, Started, Warmup};
use testbed_bodies::Bodies;
use testbed_contract::{PhaseName, Problem};
use testbed_environment::Environment;
use testbed_judge::{Judged, Steadiness, advice};
use testbed_measure::{Seen, Surroundings, Tally};
use testbed_request::{RunRequest, Source};

/// A run in progress: what its parts share.
pub struct Run<'a> {
    /// Its limits.
    pub shared: &'a Shared,
    /// What is asked.
    pub request: &'a RunRequest,
    /// Whom to report to.
    pub events: &'a UnboundedSender<Event>,
    /// Told at each object.
    pub progress: &'a Progress,
    /// Where bodies come from.
    pub bodies: Bodies,
    /// Their sizes and digest.
    pub seen: Seen,
    /// The checkpoints that were passed.
    pub passed: Vec<Checkpoint>,
}

/// Warm-up and measured part. The caller says where it was if it fails.
///
/// # Errors
/// The first failure.
pub async fn run(
    shared: &Shared,
    request: &RunRequest,
    events: &UnboundedSender<Event>,
    progress: &Progress,
) -> Result<RunResult, Problem> {
    let engine = RunEngine::from(&*request.engine);
    let started = Started { amount: request.amount, warmup: request.warmup, engine: engine.clone() };
    // Nobody may listen any more; the run is ended for that elsewhere.
    let _gone = events.send(Event::Started(started));

    // The first comparison would load them, between two windows.
    request.codec.load();
    let bodies = Bodies::open(request, &shared.config, &shared.kept, |number| progress.at(number)).await?;
    let seen = Seen::new(request.variants as usize);
    let mut run = Run { shared, request, events, progress, bodies, seen, passed: Vec::new() };
    let warmup = match request.warmup {
        0 => None,
        amount => Some(Warmup::new(amount, run.part(PhaseName::Warmup, amount).await?)),
    };
    let measured = run.part(PhaseName::Measured, request.amount).await?;
    #[cfg(feature = "count-alloc")]
    let measured = Part { memory: measured.memory.counting(&run.counted()), ..measured };
    let judged = Judged {
        amount: request.amount,
        warmup: request.warmup,
        max_amount: shared.config.max_amount,
        steadiness: measured.steadiness.as_ref().map(Steadiness::class),
        noise: &measured.noise,
    };
    Ok(RunResult {
        request: request.clone(),
        advice: advice(&judged),
        payload: run.seen.payload(measured.parse.total_ns()),
        measured,
        warmup,
        checkpoints: run.passed,
        engine,
        environment: Environment::now(&shared.build, &shared.libraries),
    })
}

impl Run<'_> {
    /// A phase between two readings of everything that is not read inside it.
    async fn part(&mut self, name: PhaseName, amount: u64) -> Result<Part, Problem> {
        self.progress.enter(name);
        let timer_overhead_ns = self.shared.timer_overhead_ns;
        let tally = Tally::new(amount, self.request.source == Source::Http);
        let mut phase = Phase { run: self, amount, tally };
        let surroundings = Surroundings::before();
        phase.run().await?;
        let around = surroundings.after();
        Ok(Part::of(&phase.tally, around, self.bodies.connections(), timer_overhead_ns))
    }

    /// What decoding some bodies allocates.
    #[cfg(feature = "count-alloc")]
    fn counted(&self) -> Vec<testbed_measure::Counted> {
        self.seen.some().map(|body| self.request.codec.allocated(body)).collect()
    }
}
