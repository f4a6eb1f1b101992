//! The loop of a run, once for the warm-up and once for the measured part.

use std::time::{Duration, Instant};

use bytes::Bytes;

use super::context::Context;
use super::refusals::{guarded, parsed, too_large, undecoded};
use testbed_bodies::{Bodies, Sequence, variant_of};
use testbed_codings::Decoder;
use testbed_contract::Problem;
use testbed_guard::Guard;
use testbed_measure::{Tally, nanoseconds, window};
use testbed_request::RunRequest;

/// How many of a block's last bodies are first parsed once without being counted. Half as many
/// leave the first windows slower than the others; with twice as many, more is parsed twice and
/// little is gained.
const LEAD: usize = 64;

/// A body that was fetched, decoded where it came in a coding, and guarded, and is not parsed yet.
struct Waiting {
    request: u64,
    body: Bytes,
    /// The engine's copy of it, if it has one.
    own: Option<Vec<u8>>,
    /// How long the run's thread waited for it.
    wait: Duration,
}

/// Bodies that wait for each other before they are parsed back to back.
#[derive(Clone, Copy)]
pub struct Block {
    /// How many; one waits for no other.
    pub bodies: usize,
    /// What they may be together, bytes.
    pub most_bytes: usize,
}

/// A part of a run: what it works on and what it gathers.
pub struct Phase<'a, 'r> {
    /// What it is a part of.
    pub run: &'a mut Context<'r>,
    /// Where its bodies come from.
    pub bodies: &'a mut Bodies,
    /// What decodes them, where they come in a coding.
    pub decoder: &'a mut Option<Decoder>,
    /// What looks at them then.
    pub guard: &'a mut Guard,
    /// How many of them wait for each other.
    pub block: Block,
    /// How many requests.
    pub amount: u64,
    /// The times.
    pub tally: Tally,
}

impl Phase<'_, '_> {
    /// Fetches and guards a block of bodies, then times, compares and releases their objects one
    /// after the other, until all of the phase came.
    ///
    /// # Errors
    /// The first failure; nothing is retried.
    pub async fn run(&mut self) -> Result<(), Problem> {
        let mut sequence = Sequence::of(self.amount);
        if !self.in_blocks() {
            sequence.ask(self.amount);
        }
        let mut block = Vec::with_capacity(self.block.bodies);
        self.tally.series.look();
        let started = Instant::now();
        while self.fill(&mut block, &mut sequence).await? {
            if self.in_blocks() {
                self.lead(&block).await;
                // After the lead, so that it lies beside the windows and not before the fetch.
                self.tally.series.look();
            }
            for Waiting { request, body, own, .. } in block.drain(..) {
                self.run.progress.at(request);
                let variant = self.variant(request);
                let parsed = parsed(self.run.request, &body, own, variant)?;
                self.tally.total = parsed.compared - started;
                self.tally.record(parsed.window, parsed.release);
                self.run.book(&body, &self.tally);
                self.tally.series.look();
                self.run.progress.at(request + 1);
                self.run.breath.take(parsed.compared).await;
            }
        }
        Ok(())
    }

    /// Fetches and guards the bodies of the next block, the last of which may be smaller; whether
    /// there are any. What is told of bodies that no window tells is booked here, before the
    /// block's first window: between windows it would disturb them.
    async fn fill(&mut self, block: &mut Vec<Waiting>, sequence: &mut Sequence) -> Result<bool, Problem> {
        let most = self.block.most_bytes;
        let mut held = 0;
        if self.in_blocks() {
            // No request is in flight while the block is parsed: an answer that came then would
            // disturb the windows.
            sequence.ask(self.block.bodies as u64);
        }
        while block.len() < self.block.bodies {
            let asked = Instant::now();
            let Some((request, body)) = self.bodies.next(sequence).await else { break };
            let came = Instant::now();
            self.run.progress.at(request);
            let (body, whole) = self.decoded(body?, self.variant(request), came)?;
            held += body.len();
            if held > most {
                return Err(too_large(most));
            }
            self.guard(&body, self.variant(request), whole)?;
            self.run.seen.see(self.variant(request), &body);
            self.run.progress.at(request + 1);
            let own = self.run.request.codec.own(&body);
            block.push(Waiting { request, body, own, wait: came - asked });
            self.run.breath.take(came).await;
        }
        for waiting in block.iter() {
            self.tally.add_wait(waiting.wait);
        }
        Ok(!block.is_empty())
    }

    /// What a body holds that came in a coding, in memory of its own as one that came as it is;
    /// and since when it is there.
    fn decoded(&mut self, body: Bytes, variant: usize, came: Instant) -> Result<(Bytes, Instant), Problem> {
        let Some(decoder) = self.decoder else { return Ok((body, came)) };
        let (time, outcome) = window(&body[..], |coded| decoder.decode(coded));
        let plain = outcome.map_err(|why| undecoded(self.run.request, &body, why))?;
        let plain = Bytes::copy_from_slice(plain);
        self.tally.add_decoding(time);
        self.run.see_coded(variant, &body);
        Ok((plain, Instant::now()))
    }

    /// Parses the block's last bodies as if they counted. While bodies came, the engine's code and
    /// data left the caches and its branches the predictors: the first window would take five times
    /// as long as the others. A body that is refused here is refused again in its turn.
    async fn lead(&mut self, block: &[Waiting]) {
        let started = Instant::now();
        for Waiting { request, body, .. } in &block[block.len().saturating_sub(LEAD)..] {
            let &RunRequest { codec, size, .. } = self.run.request;
            let uncounted = codec.parse(body, None, size, self.variant(*request));
            self.run.breath.take(uncounted.map_or_else(|_| Instant::now(), |parsed| parsed.compared)).await;
        }
        *self.tally.lead_ns.get_or_insert(0) += nanoseconds(started.elapsed());
    }

    /// Whether bodies wait for each other; a block of one is none.
    const fn in_blocks(&self) -> bool {
        self.block.bodies > 1
    }

    fn variant(&self, request: u64) -> usize {
        variant_of(request, self.run.request.variants as usize)
    }

    /// Refuses a hostile body; the guard's time runs from when the body was whole. One with the bytes of
    /// its variant's first was accepted with that.
    fn guard(&mut self, body: &[u8], variant: usize, whole: Instant) -> Result<(), Problem> {
        if !self.run.seen.has(variant, body) {
            guarded(self.run.request, self.guard, body, variant)?;
        }
        self.tally.guard_ns += nanoseconds(whole.elapsed());
        Ok(())
    }
}

#[cfg(test)]
#[path = "phase_tests.rs"]
mod tests;
