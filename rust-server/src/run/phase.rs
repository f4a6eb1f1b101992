//! The loop of a run, once for the warm-up and once for the measured part.

use std::cell::Cell;
use std::time::{Duration, Instant};

use bytes::Bytes;
use serde::Serialize;
use tokio::sync::mpsc::UnboundedSender;

use super::fetch::{self, Sequence};
use super::payload;
use super::result::{Checkpoint, Event};
use super::times::Times;
use super::window::window;
use crate::engines::{Engine, unpanicked};
use crate::guard::guard;
use crate::objects::Object;
use crate::problem::{Place, Problem, RefusedBy};

/// Which part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PhaseName {
    /// Reported apart.
    Warmup,
    /// What counts.
    Measured,
}

/// Where a run is; whoever ends it can still say so.
pub struct Progress {
    /// The part that runs now.
    pub phase: Cell<PhaseName>,
    request: Cell<u64>,
    completed: Cell<u64>,
}

impl Progress {
    /// Before the first request of this phase.
    pub const fn before(phase: PhaseName) -> Self {
        Self { phase: Cell::new(phase), request: Cell::new(0), completed: Cell::new(0) }
    }

    /// Sets the request that is dealt with now.
    pub fn at(&self, request: u64) {
        self.request.set(request);
    }

    /// For a problem.
    pub fn place(&self) -> Place {
        Place { phase: self.phase.get(), request: self.request.get(), completed: self.completed.get() }
    }
}

/// A part of a run: what it works on and what it gathers.
pub struct Phase<'a> {
    /// Where bodies come from.
    pub bodies: &'a mut fetch::Bodies,
    /// How many different objects are cycled through.
    pub variants: usize,
    /// How many requests.
    pub amount: u64,
    /// The amounts at which to report, ascending.
    pub checkpoints: &'a [u64],
    /// What to report to whom.
    pub events: &'a UnboundedSender<Event>,
    /// Told at each object.
    pub progress: &'a Progress,
    /// The bodies' sizes and digest.
    pub payload: &'a mut payload::Bodies,
    /// The windows.
    pub times: Times,
    /// From the first request to the last comparison so far.
    pub total: Duration,
    /// The checkpoints that were passed.
    pub passed: Vec<Checkpoint>,
    /// Goes into every report, ns.
    pub timer_overhead_ns: u64,
}

/// Fetches, guards, times, compares and releases the objects of a phase, one after the other. There is one such loop for each engine and object type.
///
/// # Errors
/// The first failure; nothing is retried.
pub async fn run_phase<E: Engine, T: Object>(phase: &mut Phase<'_>) -> Result<(), Problem> {
    let expected = T::variants();
    let mut sequence = Sequence::of(phase.amount);
    let started = Instant::now();
    while let Some((request, body)) = phase.bodies.next(&mut sequence).await {
        phase.progress.at(request);
        let (body, variant) = (body?, fetch::index(request, phase.variants));
        let time = parse::<E, T>(&body, &expected[variant])?;
        phase.count(variant, &body, time, started);
        phase.progress.at(request + 1);
    }
    Ok(())
}

/// Guard, window, comparison, release: what the window took.
fn parse<E: Engine, T: Object>(body: &Bytes, expected: &T) -> Result<Duration, Problem> {
    if let Err(why) = guard(E::FORMAT, body) {
        return Err(refused(RefusedBy::Guard, body, &format!("the guard refuses the provider's body: {why}")));
    }
    let mut time = Duration::ZERO;
    let decoded = unpanicked(|| {
        let (took, decoded) = window(body, E::decode::<T>);
        time = took;
        decoded
    });
    match decoded {
        Ok(object) if object == *expected => Ok(time),
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

impl Phase<'_> {
    /// Books an object that was found right.
    fn count(&mut self, variant: usize, body: &[u8], time: Duration, started: Instant) {
        self.times.record(time);
        self.payload.see(variant, body);
        self.total = started.elapsed();
        if self.progress.phase.get() == PhaseName::Warmup {
            return;
        }
        self.payload.measure(body);
        let completed = self.progress.completed.get() + 1;
        self.progress.completed.set(completed);
        if self.checkpoints.get(self.passed.len()) == Some(&completed) {
            let checkpoint = Checkpoint::new(completed, self.total, self.times.parse(self.timer_overhead_ns));
            self.passed.push(checkpoint.clone());
            // Nobody may listen any more; the run is ended for that elsewhere.
            let _gone = self.events.send(Event::Checkpoint(checkpoint));
        }
    }
}
