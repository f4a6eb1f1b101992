//! The loop of a run, once for the warm-up and once for the measured part.

use std::time::{Duration, Instant};

use bytes::Bytes;
use tokio::sync::mpsc::UnboundedSender;

use super::fetch::{self, Sequence};
use super::figures::Figures;
use super::payload;
use super::progress::Progress;
use super::result::{Checkpoint, Event};
use super::window::{nanoseconds, window};
use crate::contract::Format;
use crate::contract::{Code, PhaseName, Problem, RefusedBy};
use crate::engines::{Engine, unpanicked};
use crate::guard::guard;
use crate::objects::{Object, ObjectType};

/// A part of a run: what it works on and what it gathers.
pub struct Phase<'a> {
    /// Where bodies come from.
    pub bodies: &'a mut fetch::Bodies,
    /// How many different objects are cycled through.
    pub variants: usize,
    /// How many requests.
    pub amount: u64,
    /// How many bodies are fetched before they are parsed back to back.
    pub block: usize,
    /// What they may be together.
    pub max_block_bytes: usize,
    /// The amounts at which to report, ascending.
    pub checkpoints: &'a [u64],
    /// What to report to whom.
    pub events: &'a UnboundedSender<Event>,
    /// Told at each object.
    pub progress: &'a Progress,
    /// The bodies' sizes and digest.
    pub payload: &'a mut payload::Bodies,
    /// The times.
    pub figures: Figures,
    /// The checkpoints that were passed.
    pub passed: Vec<Checkpoint>,
    /// Goes into every report, ns.
    pub timer_overhead_ns: u64,
}

/// An object that was found right and released.
struct Parsed {
    window: Duration,
    compared: Instant,
    drop: Duration,
}

/// Fetches and guards a block of bodies, then times, compares and releases their objects one after the other, until all of the phase came.
/// There is one such loop for each engine and object type.
///
/// # Errors
/// The first failure; nothing is retried.
pub async fn run_phase<E: Engine, T: Object>(phase: &mut Phase<'_>) -> Result<(), Problem> {
    let expected = T::variants();
    let mut sequence = Sequence::of(phase.amount);
    let mut block = Vec::with_capacity(phase.block);
    let started = Instant::now();
    while phase.fill(&mut block, &mut sequence, E::FORMAT, T::TYPE).await? {
        for (request, body) in block.drain(..) {
            phase.progress.at(request);
            let variant = fetch::index(request, phase.variants);
            let parsed = parse::<E, T>(&body, &expected[variant])?;
            phase.figures.total = parsed.compared - started;
            phase.count(variant, &body, &parsed);
            phase.progress.at(request + 1);
        }
    }
    Ok(())
}

/// Window, comparison, release.
fn parse<E: Engine, T: Object>(body: &Bytes, expected: &T) -> Result<Parsed, Problem> {
    #[cfg(feature = "meter")]
    E::prepare::<T>();
    let mut took = Duration::ZERO;
    let decoded = unpanicked(|| {
        let (time, decoded) = window(body, E::decode::<T>);
        took = time;
        decoded
    });
    match decoded {
        Ok(object) if object == *expected => {
            let compared = Instant::now();
            drop(object);
            Ok(Parsed { window: took, compared, drop: compared.elapsed() })
        }
        Ok(_) => {
            Err(refused(RefusedBy::Comparison, body, "the provider's body decodes to another object than expected"))
        }
        // The library's words may quote the provider's bytes, which are never passed on.
        Err(_) => Err(refused(RefusedBy::Engine, body, &format!("engine {} refuses the provider's body", E::NAME))),
    }
}

fn refused(by: RefusedBy, body: &[u8], what: &str) -> Problem {
    let detail = format!("{what}; POST the same bytes to /decode to look into it");
    Problem::refused_in_run(by, body, detail)
}

fn too_large(limit: usize) -> Problem {
    let detail = format!(
        "the bodies of a block are larger than {limit} bytes together (MAX_BLOCK_BYTES); ask for a smaller block"
    );
    Problem::new(Code::ProviderTooLarge, detail)
}

impl Phase<'_> {
    /// Fetches and guards the bodies of the next block, the last of which may be smaller; whether there are any.
    async fn fill(
        &mut self,
        block: &mut Vec<(u64, Bytes)>,
        sequence: &mut Sequence,
        format: Format,
        object_type: ObjectType,
    ) -> Result<bool, Problem> {
        let mut held = 0;
        while block.len() < self.block {
            let asked = self.figures.fetch.as_ref().map(|_| Instant::now());
            let Some((request, body)) = self.bodies.next(sequence).await else { break };
            let came = Instant::now();
            self.progress.at(request);
            let body = body?;
            held += body.len();
            if held > self.max_block_bytes {
                return Err(too_large(self.max_block_bytes));
            }
            if let Err(why) = guard(format, object_type, &body) {
                let what = format!("the guard refuses the provider's body: {why}");
                return Err(refused(RefusedBy::Guard, &body, &what));
            }
            self.figures.guard_ns += nanoseconds(came.elapsed());
            if let (Some(fetch), Some(asked)) = (&mut self.figures.fetch, asked) {
                fetch.record(nanoseconds(came - asked));
            }
            self.progress.at(request + 1);
            block.push((request, body));
        }
        Ok(!block.is_empty())
    }

    /// Books an object that was found right.
    fn count(&mut self, variant: usize, body: &[u8], parsed: &Parsed) {
        self.figures.record(parsed.window, parsed.drop);
        self.payload.see(variant, body);
        if self.progress.phase() == PhaseName::Warmup {
            return;
        }
        self.payload.measure(body);
        let completed = self.progress.complete();
        if self.checkpoints.get(self.passed.len()) == Some(&completed) {
            let parse = self.figures.parse.parse(self.timer_overhead_ns);
            let checkpoint = Checkpoint::new(completed, self.figures.total, parse);
            self.passed.push(checkpoint.clone());
            // Nobody may listen any more; the run is ended for that elsewhere.
            let _gone = self.events.send(Event::Checkpoint(checkpoint));
        }
    }
}
