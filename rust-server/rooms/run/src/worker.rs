//! A thread of a part that several parse at once: its own memory, its own share, and nothing
//! between windows that another thread writes.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use bytes::Bytes;
use tokio::sync::mpsc::UnboundedSender;

use super::breath::Breath;
use super::common::Common;
use super::refusals::parsed;
use super::share::Share;
use testbed_bodies::variant_of;
use testbed_contract::Problem;
use testbed_engines::Timed;
use testbed_measure::{Counters, Seen, Tally};
use testbed_request::RunRequest;

/// What a thread tells the run's.
pub enum Told {
    /// Its memory is taken, and it waits for the start.
    Ready,
    /// Every share is parsed.
    Done(Box<Gathered>),
    /// A body of this variant was refused.
    Refused(usize, Problem),
    /// What it panicked with.
    Panicked(Box<dyn Any + Send>),
}

/// What a thread gathered of its share.
pub struct Gathered {
    /// Which thread's.
    pub thread: usize,
    /// Its times.
    pub tally: Tally,
    /// The sizes of its bodies.
    pub seen: Seen,
    /// What its CPU did.
    pub counters: Counters,
}

/// What a thread works on.
pub struct Worker {
    /// Its number, from 0.
    pub thread: usize,
    /// Its share.
    pub share: Share,
    /// What is asked.
    pub request: RunRequest,
    /// A body of each variant, guarded where a share uses it.
    pub bodies: Arc<[Bytes]>,
    /// What the others do.
    pub common: Arc<Common>,
}

impl Worker {
    /// Makes ready, waits for the start, does its share, and tells how it ended. A thread that
    /// fails tells so before it ends the others, so that why comes first.
    pub fn work(&self, start: &Receiver<Instant>, tell: &UnboundedSender<Told>) {
        let told = match catch_unwind(AssertUnwindSafe(|| self.parse(start, tell))) {
            Ok(Ok(gathered)) => Some(Told::Done(Box::new(gathered))),
            Ok(Err(why)) => why,
            Err(panic) => Some(Told::Panicked(panic)),
        };
        let fails = !matches!(told, Some(Told::Done(_)));
        // The run may have ended meanwhile.
        let _gone = told.map(|told| tell.send(told));
        if fails {
            self.common.stop();
        }
    }

    /// `Err(None)`: another ended it.
    fn parse(&self, start: &Receiver<Instant>, tell: &UnboundedSender<Told>) -> Result<Gathered, Option<Told>> {
        let (mut tally, mut seen) = (Tally::of_threads(self.share.amount), Seen::new(0));
        let before = Counters::of_thread();
        let _gone = tell.send(Told::Ready);
        let Ok(started) = start.recv() else { return Err(None) };
        let mut breath = Breath::new();
        for number in 0..self.share.amount {
            let (variant, parsed) = self.one(number).inspect_err(|_| self.reach(number))?;
            tally.total = parsed.compared - started;
            tally.record(parsed.window, parsed.release);
            seen.measure(&self.bodies[variant]);
            if breath.is_due(parsed.compared) {
                self.look(number + 1)?;
            }
        }
        self.reach(self.share.amount);
        let counters = Counters::of_thread().since(&before);
        self.accompany()?;
        Ok(Gathered { thread: self.thread, tally, seen, counters })
    }

    /// Window, comparison and release of an object of the share; gives its variant too.
    fn one(&self, number: u64) -> Result<(usize, Timed), Option<Told>> {
        let variant = variant_of(self.share.first as u64 + number, self.bodies.len());
        let parsed = parsed(&self.request, &self.bodies[variant], None, variant);
        parsed.map(|parsed| (variant, parsed)).map_err(|problem| Some(Told::Refused(variant, problem)))
    }

    fn reach(&self, number: u64) {
        self.common.reach(self.thread, number);
    }

    fn look(&self, number: u64) -> Result<(), Option<Told>> {
        self.reach(number);
        if self.common.is_stopped() { Err(None) } else { Ok(()) }
    }

    /// Goes on parsing its share, uncounted, until the others have done theirs: nobody is measured
    /// beside a core that idles.
    fn accompany(&self) -> Result<(), Option<Told>> {
        self.common.one_is_done();
        for number in (0..self.share.amount).cycle() {
            if self.common.all_are_done() || self.common.is_stopped() {
                break;
            }
            self.one(number)?;
        }
        Ok(())
    }
}
