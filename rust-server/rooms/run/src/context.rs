//! A run in progress: what its loop works with, whatever its windows hold.

use bytes::Bytes;
use tokio::sync::mpsc::UnboundedSender;

use super::breath::Breath;
use super::progress::Progress;
use super::shared::Shared;
use testbed_answer::{Checkpoint, Event};
use testbed_contract::PhaseName;
use testbed_measure::{Seen, Tally};
use testbed_request::RunRequest;

/// What is asked, whom to report to, and what is gathered over both parts.
pub struct Context<'r> {
    /// Its limits.
    pub shared: &'r Shared,
    /// What is asked.
    pub request: &'r RunRequest,
    /// Whom to report to.
    pub events: &'r UnboundedSender<Event>,
    /// Told at each object.
    pub progress: &'r Progress,
    /// The bodies' sizes and digest.
    pub seen: Seen,
    /// The same of coded bodies, before they were decoded.
    pub coded: Seen,
    /// The checkpoints that were reached.
    pub checkpoints: Vec<Checkpoint>,
    /// When it last looked whether it is to end.
    pub breath: Breath,
}

impl<'r> Context<'r> {
    /// Of a run that has done nothing yet.
    pub fn new(
        shared: &'r Shared,
        request: &'r RunRequest,
        events: &'r UnboundedSender<Event>,
        progress: &'r Progress,
    ) -> Self {
        let seen = || Seen::new(request.variants as usize);
        let (seen, coded) = (seen(), seen());
        Self { shared, request, events, progress, seen, coded, checkpoints: Vec::new(), breath: Breath::new() }
    }

    /// Tells of an event. Nobody may listen any more; the run is ended for that elsewhere.
    pub fn tell(&self, event: Event) {
        let _gone = self.events.send(event);
    }

    /// Books a coded body, which was decoded; the warm-up's are not measured.
    pub fn see_coded(&mut self, variant: usize, coded: &Bytes) {
        self.coded.see(variant, coded);
        if self.progress.phase() == PhaseName::Measured {
            self.coded.measure(coded);
        }
    }

    /// Books an object that was found right, and tells of it where its number is a checkpoint; the
    /// warm-up's are neither.
    pub fn book(&mut self, body: &[u8], tally: &Tally) {
        if self.progress.phase() == PhaseName::Warmup {
            return;
        }
        self.seen.measure(body);
        let completed = self.progress.complete();
        if self.request.checkpoints.get(self.checkpoints.len()) == Some(&completed) {
            let parse = tally.parse.parse(self.shared.timer_overhead_ns);
            let checkpoint = Checkpoint::new(self.request.operation, completed, tally.total, parse);
            self.checkpoints.push(checkpoint.clone());
            self.tell(Event::Checkpoint(checkpoint));
        }
    }
}
