//! What a run does from its first connection to its result.

use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use tokio::sync::mpsc::UnboundedSender;

use super::crew::Crew;
use super::phase::Phase;
use super::progress::Progress;
use super::refusals::guarded;
use super::runs::Shared;
use super::share::{Share, shares};
use testbed_answer::{Checkpoint, Event, Part, RunEngine, RunResult, Started, Warmup};
use testbed_bodies::{Bodies, Sequence};
use testbed_contract::{PhaseName, Problem};
use testbed_environment::Environment;
use testbed_guard::Guard;
use testbed_judge::{Judged, Steadiness, advice};
use testbed_measure::{Cores, Cpu, Seen, Surroundings, Tally, nanoseconds};
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
    /// What looks at them first.
    pub guard: Guard,
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
    request.codec.load(request.size);
    let bodies = Bodies::open(request, &shared.config, &shared.kept, |number| progress.at(number)).await?;
    let (guard, seen) = (Guard::new(request.format, request.object_type), Seen::new(request.variants as usize));
    let mut run = Run { shared, request, events, progress, bodies, guard, seen, passed: Vec::new() };
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
    async fn part(&mut self, name: PhaseName, amount: u64) -> Result<Part, Problem> {
        self.progress.enter(name);
        match self.request.threads {
            Some(threads) => self.together(amount, threads).await,
            None => self.in_turn(amount).await,
        }
    }

    /// A phase between two readings of everything that is not read inside it.
    async fn in_turn(&mut self, amount: u64) -> Result<Part, Problem> {
        let timer_overhead_ns = self.shared.timer_overhead_ns;
        let tally = Tally::new(amount, self.request.source == Source::Http);
        let mut phase = Phase { run: self, amount, tally };
        let surroundings = Surroundings::before();
        phase.run().await?;
        let around = surroundings.after();
        Ok(Part::of(&phase.tally, around, self.bodies.connections(), timer_overhead_ns))
    }

    /// A part that so many threads parse at once. All bodies are there, and guarded, before the threads begin.
    ///
    /// # Errors
    /// The first refusal; `internal` where the system gives no thread.
    async fn together(&mut self, amount: u64, threads: usize) -> Result<Part, Problem> {
        let shares = shares(amount, threads, self.request.variants as usize);
        let mut tally = Tally::of_threads(amount);
        let bodies = self.guarded(&shares, &mut tally).await?;
        let crew = Crew::ready(self, &shares, &bodies).await?;
        let surroundings = Surroundings::before();
        let gathered = crew.gather().await?;
        let (cpu, memory) = surroundings.after();
        for thread in &gathered {
            tally.add(&thread.tally);
            if self.progress.phase() == PhaseName::Measured {
                self.seen.add(&thread.seen);
            }
        }
        let counters: Vec<_> = gathered.iter().map(|thread| thread.counters.clone()).collect();
        let cpu = Cpu { counters: cpu.counters.over(&counters), ..cpu };
        let cores = Cores::of(gathered.iter().map(|thread| &thread.tally));
        let part = Part::of(&tally, (cpu, memory), self.bodies.connections(), self.shared.timer_overhead_ns);
        Ok(part.together(cores))
    }

    /// The body of each variant. Those that a share uses are guarded and kept for the digest.
    async fn guarded(&mut self, shares: &[Share], tally: &mut Tally) -> Result<Arc<[Bytes]>, Problem> {
        let variants = self.request.variants as usize;
        let (mut sequence, mut bodies) = (Sequence::of(variants as u64), Vec::with_capacity(variants));
        sequence.ask(variants as u64);
        while let Some((number, body)) = self.bodies.next(&mut sequence).await {
            self.progress.at(number);
            let (variant, body) = (bodies.len(), body?);
            if shares.iter().any(|share| share.uses(variant, variants)) {
                let began = Instant::now();
                guarded(&mut self.guard, &body)?;
                tally.guard_ns += nanoseconds(began.elapsed());
                self.seen.see(variant, &body);
            }
            bodies.push(body);
        }
        Ok(bodies.into())
    }

    /// What decoding some bodies allocates.
    #[cfg(feature = "count-alloc")]
    fn counted(&self) -> Vec<testbed_measure::Counted> {
        let RunRequest { codec, size, .. } = self.request;
        self.seen.some().map(|(variant, body)| codec.allocated(body, *size, variant)).collect()
    }
}
