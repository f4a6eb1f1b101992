//! A run that parses: where its bodies come from, and how its parts are made.

use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;

use super::context::Context;
use super::crew::Crew;
use super::loops::Loop;
use super::phase::{Block, Phase};
use super::refusals::guarded;
use super::share::{Share, shares};
use testbed_answer::Part;
use testbed_bodies::{Bodies, PushedBodies, Sequence, most_bytes};
use testbed_codings::Decoder;
use testbed_contract::{PhaseName, Problem, Rules};
use testbed_engines::{Unknown, known_bodies};
use testbed_guard::Guard;
#[cfg(feature = "count-alloc")]
use testbed_measure::Counted;
use testbed_measure::{Cores, Cpu, Surroundings, Tally, Times, nanoseconds};
use testbed_request::{RunRequest, Source, Supply};

/// What a run that parses has beside what every run has.
pub struct Parsing {
    /// How many bodies wait for each other.
    block: Block,
    /// `None`: the run's own thread parses, one body after the other.
    threads: Option<usize>,
    /// Whether bodies are waited for.
    waits: bool,
    /// Where they come from.
    bodies: Bodies,
    /// What decodes them, where they come in a coding.
    decoder: Option<Decoder>,
    /// What looks at them then.
    guard: Guard,
}

impl Parsing {
    /// Resolves the provider, and fetches what a replay repeats.
    ///
    /// # Errors
    /// The first failure.
    pub async fn open(run: &Context<'_>, supply: &Supply) -> Result<Self, Problem> {
        let (request, shared) = (run.request, run.shared);
        let at = |number| run.progress.at(number);
        let bodies = Bodies::open(request, supply, &shared.config, &shared.kept, at).await?;
        let &Supply { block, threads, source, coding, .. } = supply;
        let decoder = coding.map(|coding| Decoder::new(coding, most_bytes(request, &shared.config)));
        let guard = guard(request)?;
        let block = Block { bodies: block, most_bytes: shared.config.max_block_bytes };
        Ok(Self { block, threads, waits: source == Source::Http, bodies, decoder, guard })
    }

    /// Takes what a sender pushes. No body waits for another, and the ingest bounds the size of
    /// each.
    ///
    /// # Errors
    /// As of `guard`.
    pub fn of(run: &Context<'_>, pushed: PushedBodies) -> Result<Self, Problem> {
        let guard = guard(run.request)?;
        let block = Block { bodies: 1, most_bytes: usize::MAX };
        Ok(Self { block, threads: None, waits: true, bodies: Bodies::Pushed(pushed), decoder: None, guard })
    }

    /// A phase between two readings of everything that is not read inside it.
    async fn in_turn(&mut self, run: &mut Context<'_>, amount: u64) -> Result<Part, Problem> {
        let timer_overhead_ns = run.shared.timer_overhead_ns;
        let decoding = self.decoder.as_ref().map(|_| Times::new());
        let tally = Tally { decoding, ..Tally::new(amount, self.waits) };
        let Self { bodies, decoder, guard, block, .. } = self;
        let mut phase = Phase { run, bodies, decoder, guard, block: *block, amount, tally };
        let surroundings = Surroundings::before();
        phase.run().await?;
        let around = surroundings.after();
        Ok(Part::of(&phase.tally, around, phase.bodies.connections(), timer_overhead_ns))
    }

    /// A part that so many threads parse at once. All bodies are there, and guarded, before the
    /// threads begin.
    ///
    /// # Errors
    /// The first refusal; `internal` where the system gives no thread.
    async fn together(&mut self, run: &mut Context<'_>, amount: u64, threads: usize) -> Result<Part, Problem> {
        let shares = shares(amount, threads, run.request.variants as usize);
        let mut tally = Tally::of_threads(amount);
        let bodies = self.guarded(run, &shares, &mut tally).await?;
        let crew = Crew::ready(run, &shares, &bodies).await?;
        let surroundings = Surroundings::before();
        let gathered = crew.gather().await?;
        let (cpu, memory) = surroundings.after();
        for thread in &gathered {
            tally.add(&thread.tally);
            if run.progress.phase() == PhaseName::Measured {
                run.seen.add(&thread.seen);
            }
        }
        let counters: Vec<_> = gathered.iter().map(|thread| thread.counters.clone()).collect();
        let cpu = Cpu { counters: cpu.counters.over(&counters), ..cpu };
        let cores = Cores::of(gathered.iter().map(|thread| &thread.tally));
        let part = Part::of(&tally, (cpu, memory), self.bodies.connections(), run.shared.timer_overhead_ns);
        Ok(part.together(cores))
    }

    /// The body of each variant. Those that a share uses are guarded and kept for the digest.
    async fn guarded(
        &mut self,
        run: &mut Context<'_>,
        shares: &[Share],
        tally: &mut Tally,
    ) -> Result<Arc<[Bytes]>, Problem> {
        let variants = run.request.variants as usize;
        let (mut sequence, mut bodies) = (Sequence::of(variants as u64), Vec::with_capacity(variants));
        sequence.ask(variants as u64);
        while let Some((number, body)) = self.bodies.next(&mut sequence).await {
            run.progress.at(number);
            let (variant, body) = (bodies.len(), body?);
            if shares.iter().any(|share| share.uses(variant, variants)) {
                let began = Instant::now();
                guarded(run.request, &mut self.guard, &body, variant)?;
                tally.guard_ns += nanoseconds(began.elapsed());
                run.seen.see(variant, &body);
            }
            bodies.push(body);
            run.breath.take(Instant::now()).await;
        }
        Ok(bodies.into())
    }
}

/// What looks at a run's bodies. Of a format whose bodies it does not walk, it is told what this
/// server writes of the run's variants.
///
/// # Errors
/// `invalid_request` where these are too large; `internal` where the writer has a defect.
pub fn guard(request: &RunRequest) -> Result<Guard, Problem> {
    let &RunRequest { format, object_type, size, variants, codec, .. } = request;
    if format.rules() != Rules::Known {
        return Ok(Guard::new(format, object_type));
    }
    known_bodies(codec, format, size, variants).map(Guard::knowing).map_err(|why| match why {
        Unknown::TooLarge(..) => Problem::invalid("variants", why.to_string()),
        Unknown::Others(_) | Unknown::Unwritten(_) => Problem::internal(why.to_string()),
    })
}

impl<'r> Loop<'r> for Parsing {
    async fn part(&mut self, run: &mut Context<'r>, amount: u64) -> Result<Part, Problem> {
        match self.threads {
            Some(threads) => self.together(run, amount, threads).await,
            None => self.in_turn(run, amount).await,
        }
    }

    #[cfg(feature = "count-alloc")]
    fn allocated(request: &RunRequest, variant: usize, body: &[u8]) -> Counted {
        request.codec.allocated(body, request.size, variant)
    }
}
