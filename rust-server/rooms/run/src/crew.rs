//! Several threads that parse a part at once, each its share.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use bytes::Bytes;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::common::Common;
use super::context::Context;
use super::progress::Progress;
use super::share::Share;
use super::shared::STACK_BYTES;
use super::worker::{Gathered, Told, Worker};
use testbed_contract::Problem;

/// The threads of a part. Whoever drops it, as the run does that is ended, ends them and waits
/// until they are gone.
pub struct Crew<'a> {
    progress: &'a Progress,
    common: Arc<Common>,
    threads: Vec<JoinHandle<()>>,
    starts: Vec<Sender<Instant>>,
    told: UnboundedReceiver<Told>,
    /// The variant of a body that was refused.
    refused: Option<u64>,
}

impl<'a> Crew<'a> {
    /// Starts a thread for each share; all are ready and wait for the common start.
    ///
    /// # Errors
    /// `internal` where the system gives no thread.
    pub async fn ready(run: &Context<'a>, shares: &[Share], bodies: &Arc<[Bytes]>) -> Result<Self, Problem> {
        let common = Arc::new(Common::of(shares.len()));
        let (tell, told) = unbounded_channel();
        let (threads, starts) = (Vec::new(), Vec::new());
        let mut crew = Self { progress: run.progress, common, threads, starts, told, refused: None };
        for (number, &share) in shares.iter().enumerate() {
            let (request, bodies, common) = (run.request.clone(), Arc::clone(bodies), Arc::clone(&crew.common));
            let worker = Worker { thread: number, share, request, bodies, common };
            let ((start, begin), tell) = (channel(), tell.clone());
            let thread = thread::Builder::new().name(format!("parse-{number}")).stack_size(STACK_BYTES);
            let thread = thread.spawn(move || worker.work(&begin, &tell));
            crew.threads
                .push(thread.map_err(|why| Problem::internal(format!("no thread to parse on: {why}; try again")))?);
            crew.starts.push(start);
        }
        for _ in shares {
            crew.hear().await?;
        }
        Ok(crew)
    }

    /// Starts them all; gives what each gathered, in the order of their shares.
    ///
    /// # Errors
    /// The first refusal.
    pub async fn gather(mut self) -> Result<Vec<Gathered>, Problem> {
        let started = Instant::now();
        for start in self.starts.drain(..) {
            // A thread that is gone has told why.
            let _gone = start.send(started);
        }
        let mut gathered = Vec::with_capacity(self.threads.len());
        while gathered.len() < self.threads.len() {
            gathered.extend(self.hear().await?);
        }
        gathered.sort_by_key(|gathered| gathered.thread);
        Ok(gathered)
    }

    /// What the next thread tells: what it gathered, or nothing but that it is ready.
    async fn hear(&mut self) -> Result<Option<Gathered>, Problem> {
        match self.told.recv().await {
            Some(Told::Ready) => Ok(None),
            Some(Told::Done(gathered)) => Ok(Some(*gathered)),
            Some(Told::Refused(variant, problem)) => {
                self.refused = Some(variant as u64);
                Err(problem)
            }
            // The run panics as it would have on its own thread.
            Some(Told::Panicked(panic)) => resume_unwind(panic),
            None => Err(Problem::internal("the threads of the run ended without a word; the server's log may say why")),
        }
    }
}

impl Drop for Crew<'_> {
    fn drop(&mut self) {
        self.common.stop();
        // Those that still wait for the start wait no more.
        self.starts.clear();
        for thread in self.threads.drain(..) {
            // What it panicked with it has told.
            let _ended = thread.join();
        }
        let right = self.common.right();
        self.progress.reach(right, self.refused.unwrap_or(right));
    }
}

#[cfg(test)]
#[path = "crew_tests.rs"]
mod tests;
