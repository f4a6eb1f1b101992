//! A run of operation encode: objects are written in windows, and their bytes compared.

use std::time::Instant;

use bytes::Bytes;

use super::context::Context;
use super::loops::Loop;
use testbed_answer::Part;
use testbed_bodies::{HEAD, variant_of};
use testbed_contract::Problem;
use testbed_engines::Refused;
#[cfg(feature = "count-alloc")]
use testbed_measure::Counted;
use testbed_measure::{Surroundings, Tally};
use testbed_request::RunRequest;

/// The bytes that are expected of each variant, in order of index.
pub struct Writing(Vec<Bytes>);

impl Writing {
    /// Writes those of a run, before it begins.
    ///
    /// # Errors
    /// `internal` where an object cannot be written.
    pub async fn open(run: &mut Context<'_>) -> Result<Self, Problem> {
        let RunRequest { codec, engine, size, variants, .. } = run.request;
        let mut written = Vec::with_capacity(*variants as usize);
        for index in 0..*variants {
            let bytes = codec.encode(*size, index);
            let failed = |why| format!("engine {} cannot write an object: {why}", engine.name);
            let bytes = bytes.map_err(|why| Problem::internal(failed(why)))?;
            written.push(bytes.into());
            run.breath.take(Instant::now()).await;
        }
        Ok(Self(written))
    }

    /// The variant that an object of this number is, and its bytes.
    pub fn expected(&self, number: u64) -> (usize, &Bytes) {
        let variant = variant_of(number, self.0.len());
        (variant, &self.0[variant])
    }

    /// The bytes of a request whose frames hold the objects from the first number on, each `step`
    /// after the one before.
    pub fn framed_bytes(&self, first: u64, amount: u64, step: u64) -> u64 {
        let numbers = (first..amount).step_by(usize::try_from(step).expect("connections are few"));
        numbers.map(|number| (HEAD + self.expected(number).1.len()) as u64).sum()
    }

    async fn write(&self, run: &mut Context<'_>, amount: u64, tally: &mut Tally) -> Result<(), Problem> {
        tally.series.look();
        let started = Instant::now();
        for number in 0..amount {
            run.progress.at(number);
            let (variant, expected) = self.expected(number);
            let &RunRequest { codec, size, .. } = run.request;
            let timed = codec.write(size, variant, expected).map_err(|by| refused(run.request, by, variant))?;
            tally.total = timed.compared - started;
            tally.record(timed.window, timed.release);
            run.seen.see(variant, expected);
            run.book(expected, tally);
            tally.series.look();
            run.progress.at(number + 1);
            run.breath.take(timed.compared).await;
        }
        Ok(())
    }
}

impl<'r> Loop<'r> for Writing {
    async fn part(&mut self, run: &mut Context<'r>, amount: u64) -> Result<Part, Problem> {
        let mut tally = Tally::new(amount, false);
        let surroundings = Surroundings::before();
        self.write(run, amount, &mut tally).await?;
        Ok(Part::written(&tally, surroundings.after(), run.shared.timer_overhead_ns))
    }

    #[cfg(feature = "count-alloc")]
    fn allocated(request: &RunRequest, variant: usize, _body: &[u8]) -> Counted {
        request.codec.allocated_writing(request.size, variant)
    }
}

/// An object whose bytes are not those expected.
pub fn refused(request: &RunRequest, by: Refused, variant: usize) -> Problem {
    let what = match by {
        Refused::Engine => "cannot write".to_owned(),
        Refused::Comparison => format!("{} than before of", request.operation.mismatch()),
    };
    let (engine, object_type) = (request.engine.name, request.object_type.name);
    Problem::internal(format!("engine {engine} {what} variant {variant} of {object_type}"))
}
