//! What a run does from its first connection to its result.

use std::time::Instant;

use tokio::sync::mpsc::UnboundedSender;

use super::breath::Breath;
use super::parsing::Parsing;
use super::progress::Progress;
use super::runs::Shared;
use super::sending::Sending;
use super::writing::Writing;
use testbed_answer::{Checkpoint, Event, Part, RunEngine, RunResult, SendResult, Started, Warmup};
use testbed_bodies::PushedBodies;
use testbed_contract::{PhaseName, Problem};
use testbed_environment::Environment;
use testbed_judge::{Judged, Steadiness, advice};
use testbed_measure::{Seen, Tally};
use testbed_request::{RunRequest, Way};

/// A run in progress: what its parts share, whatever its windows hold.
pub struct Run<'a> {
    /// Its limits.
    pub shared: &'a Shared,
    /// What is asked.
    pub request: &'a RunRequest,
    /// Whom to report to.
    pub events: &'a UnboundedSender<Event>,
    /// Told at each object.
    pub progress: &'a Progress,
    /// The bodies' sizes and digest.
    pub seen: Seen,
    /// The checkpoints that were passed.
    pub passed: Vec<Checkpoint>,
    /// When it last looked whether it is to end.
    pub breath: Breath,
}

/// What the windows of a run hold.
enum Work<'a> {
    Parsing(Box<Parsing>),
    Writing(Writing),
    Sending(Box<Sending<'a>>),
}

/// Warm-up and measured part, and the event that tells of them. `pushed` are the bodies of an ingest. The caller says where it was if it fails.
///
/// # Errors
/// The first failure.
pub async fn run(
    shared: &Shared,
    request: &RunRequest,
    events: &UnboundedSender<Event>,
    progress: &Progress,
    pushed: Option<PushedBodies>,
) -> Result<Event, Problem> {
    let engine = RunEngine::from(&*request.engine);
    let started = Started { amount: request.amount, warmup: request.warmup, engine: engine.clone() };
    // Nobody may listen any more; the run is ended for that elsewhere.
    let opened = pushed.as_ref().map(|bodies| Event::Opened { token: bodies.token().to_owned() });
    for event in opened.into_iter().chain([Event::Started(started)]) {
        let _gone = events.send(event);
    }

    let seen = Seen::new(request.variants as usize);
    let mut run = Run { shared, request, events, progress, seen, passed: Vec::new(), breath: Breath::new() };
    // The first comparison would load them, between two windows.
    for index in 0..request.variants {
        request.codec.load(request.size, index);
        run.breath.take(Instant::now()).await;
    }
    let mut work = match &request.way {
        Way::Pulled(supply) => Work::Parsing(Box::new(Parsing::open(&run, supply).await?)),
        Way::Pushed(_) => Work::Parsing(Box::new(Parsing::of(&run, pushed.expect("an ingest has its bodies")))),
        Way::Written => Work::Writing(Writing::of(&mut run).await?),
        Way::Sent(delivery) => Work::Sending(Box::new(Sending::open(&mut run, delivery).await?)),
    };
    let warmup = match request.warmup {
        0 => None,
        amount => Some(Warmup::new(request.operation, amount, run.part(&mut work, PhaseName::Warmup, amount).await?)),
    };
    let measured = run.part(&mut work, PhaseName::Measured, request.amount).await?;
    #[cfg(feature = "count-alloc")]
    let measured = Part { memory: measured.memory.counting(&run.counted()), ..measured };
    let pushed = match work {
        Work::Sending(sending) => Some(sending.end().await?),
        Work::Parsing(_) | Work::Writing(_) => None,
    };
    let judged = Judged {
        amount: request.amount,
        warmup: request.warmup,
        max_amount: shared.config.max_amount,
        steadiness: measured.steadiness.as_ref().map(Steadiness::class),
        noise: &measured.noise,
    };
    let result = RunResult {
        request: request.clone(),
        advice: advice(&judged),
        payload: run.seen.payload(measured.parse.total_ns()),
        measured,
        warmup,
        checkpoints: run.passed,
        engine,
        environment: Environment::now(&shared.build, &shared.libraries),
    };
    Ok(match pushed {
        Some((sent, receiver)) => {
            let Way::Sent(delivery) = &request.way else { unreachable!("only a send has a receiver") };
            receiver.check(&result, delivery)?;
            Event::Sent(Box::new(SendResult { sent, sender: result, receiver }))
        }
        None => Event::Result(Box::new(result)),
    })
}

impl<'r> Run<'r> {
    async fn part(&mut self, work: &mut Work<'r>, name: PhaseName, amount: u64) -> Result<Part, Problem> {
        self.progress.enter(name);
        match work {
            Work::Parsing(parsing) => parsing.part(self, amount).await,
            Work::Writing(writing) => writing.part(self, amount).await,
            Work::Sending(sending) => sending.part(self, amount).await,
        }
    }

    /// Books an object that was found right, and tells of it where its number is a checkpoint; the warm-up's are neither.
    pub fn book(&mut self, body: &[u8], tally: &Tally) {
        if self.progress.phase() == PhaseName::Warmup {
            return;
        }
        self.seen.measure(body);
        let completed = self.progress.complete();
        if self.request.checkpoints.get(self.passed.len()) == Some(&completed) {
            let parse = tally.parse.parse(self.shared.timer_overhead_ns);
            let checkpoint = Checkpoint::new(self.request.operation, completed, tally.total, parse);
            self.passed.push(checkpoint.clone());
            // Nobody may listen any more; the run is ended for that elsewhere.
            let _gone = self.events.send(Event::Checkpoint(checkpoint));
        }
    }

    /// What one window's work allocates, of some bodies.
    #[cfg(feature = "count-alloc")]
    fn counted(&self) -> Vec<testbed_measure::Counted> {
        let RunRequest { codec, size, operation, .. } = self.request;
        let counted = |(variant, body)| match operation {
            testbed_contract::Operation::Encode => codec.allocated_writing(*size, variant),
            _ => codec.allocated(body, *size, variant),
        };
        self.seen.some().map(counted).collect()
    }
}
