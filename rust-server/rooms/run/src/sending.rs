//! A send: objects are written in windows, their bytes compared, and those very bytes pushed to a
//! receiver.

use std::time::{Duration, Instant};

use bytes::Bytes;
use futures_util::future::try_join;
use futures_util::stream::{FuturesUnordered, StreamExt};

use super::context::Context;
use super::loops::Loop;
use super::writing::{Writing, refused};
use testbed_answer::{Event, Part, RunResult, SendResult, Sent};
use testbed_bodies::{head, variant_of};
use testbed_contract::Problem;
#[cfg(feature = "count-alloc")]
use testbed_measure::Counted;
use testbed_measure::{FetchTimes, Surroundings, Tally, Times, nanoseconds};
#[cfg(feature = "count-alloc")]
use testbed_request::RunRequest;
use testbed_request::{Delivery, Transfer};
use testbed_send::{Control, Pushes, SendError};

/// A send under way: its ingest, its connections, and the bytes that are expected of each variant.
pub struct Sending<'a> {
    delivery: &'a Delivery,
    written: Writing,
    control: Control,
    pushes: Pushes,
    /// Of the last part.
    sent: Option<Sent>,
}

/// Why a part ended early: an object that cannot be written, or a push that failed.
enum Failed {
    Here(Problem),
    There(SendError),
}

impl From<Problem> for Failed {
    fn from(problem: Problem) -> Self {
        Failed::Here(problem)
    }
}

impl From<SendError> for Failed {
    fn from(why: SendError) -> Self {
        Failed::There(why)
    }
}

impl<'a> Sending<'a> {
    /// Opens an ingest at the receiver, and the connections to push over.
    ///
    /// # Errors
    /// The first failure.
    pub async fn open(run: &mut Context<'_>, delivery: &'a Delivery) -> Result<Self, Problem> {
        let written = Writing::open(run).await?;
        let control = Control::open(run.request, delivery, &run.shared.config).await?;
        let kept = delivery.transfer != Transfer::Connection;
        let pushes = Pushes::open(&control.to, control.token(), delivery.connections, kept).await?;
        Ok(Self { delivery, written, control, pushes, sent: None })
    }

    /// A request a connection; the objects go to them in turn.
    async fn framed(
        &mut self,
        run: &mut Context<'_>,
        amount: u64,
        tally: &mut Tally,
        answers: &mut Times,
    ) -> Result<u64, Failed> {
        let written = &self.written;
        let connections = self.used(amount) as u64;
        let lengths: Vec<_> = (0..connections).map(|first| written.framed_bytes(first, amount, connections)).collect();
        let (pieces, answered) = self.pushes.framed(&lengths);
        let writing = async {
            for number in 0..amount {
                let object = write(run, written, number, tally)?;
                let to = &pieces[variant_of(number, pieces.len())];
                let head = Bytes::copy_from_slice(&head(object.len(), number));
                if to.send(head).await.is_err() || to.send(object).await.is_err() {
                    // Its answer, which came early, says why.
                    return Ok(());
                }
                after(run, number, tally).await;
            }
            Ok(())
        };
        let ((), answered) = try_join(writing, async { answered.await.map_err(Failed::There) }).await?;
        for answer in answered {
            answers.record(nanoseconds(answer));
        }
        Ok(connections)
    }

    /// A request an object; as many are under way as there are connections.
    async fn by_request(
        &mut self,
        run: &mut Context<'_>,
        amount: u64,
        tally: &mut Tally,
        answers: &mut Times,
    ) -> Result<u64, Failed> {
        let (mut idle, mut under_way) = (self.pushes.take(), FuturesUnordered::new());
        for number in 0..amount {
            if idle.is_empty()
                && let Some(pushed) = under_way.next().await
            {
                let (lane, answer): (_, Duration) = pushed?;
                answers.record(nanoseconds(answer));
                idle.push(lane);
            }
            let lane = idle.pop().expect("each is idle or under way");
            let object = write(run, &self.written, number, tally)?;
            under_way.push(lane.push(number, object));
            after(run, number, tally).await;
        }
        while let Some(pushed) = under_way.next().await {
            let (lane, answer) = pushed?;
            answers.record(nanoseconds(answer));
            idle.push(lane);
        }
        for lane in idle {
            self.pushes.put(lane);
        }
        Ok(amount)
    }

    /// How many connections carry a part: one that gets no object has no request.
    fn used(&self, amount: u64) -> usize {
        usize::try_from(amount).map_or(self.delivery.connections, |amount| self.delivery.connections.min(amount))
    }
}

impl<'r> Loop<'r> for Sending<'r> {
    /// Ends when the receiver has found every object of the part right.
    async fn part(&mut self, run: &mut Context<'r>, amount: u64) -> Result<Part, Problem> {
        let (mut tally, mut answers) = (Tally::new(amount, false), Times::new());
        let before = self.pushes.bytes();
        let surroundings = Surroundings::before();
        tally.series.look();
        let started = Instant::now();
        let pushed = match self.delivery.transfer {
            Transfer::Framed => self.framed(run, amount, &mut tally, &mut answers).await,
            Transfer::Request | Transfer::Connection => self.by_request(run, amount, &mut tally, &mut answers).await,
        };
        let requests = match pushed {
            Ok(requests) => requests,
            Err(Failed::Here(problem)) => return Err(problem),
            Err(Failed::There(why)) => return Err(self.control.why(why).await.into()),
        };
        tally.total = started.elapsed();
        let around = surroundings.after();
        let (sent, received) = self.pushes.bytes();
        self.sent = Some(Sent {
            transfer: self.delivery.transfer,
            connections: self.used(amount),
            requests,
            sent_bytes: sent - before.0,
            received_bytes: received - before.1,
            answers: FetchTimes::from(&answers),
        });
        Ok(Part::sent(&tally, around, run.shared.timer_overhead_ns))
    }

    #[cfg(feature = "count-alloc")]
    fn allocated(request: &RunRequest, variant: usize, body: &[u8]) -> Counted {
        Writing::allocated(request, variant, body)
    }

    /// Adds what went to the receiver, and what the receiver has to tell of the same objects.
    async fn end(mut self, sender: RunResult) -> Result<Event, Problem> {
        let receiver = self.control.result().await?;
        receiver.check(&sender, self.delivery)?;
        let sent = self.sent.expect("a part was sent");
        Ok(Event::Sent(Box::new(SendResult { sent, sender, receiver })))
    }
}

/// Writes an object in its window, and compares its bytes.
fn write(run: &mut Context<'_>, written: &Writing, number: u64, tally: &mut Tally) -> Result<Bytes, Problem> {
    run.progress.at(number);
    let (variant, expected) = written.expected(number);
    let (window, object) = run
        .request
        .codec
        .written(run.request.size, variant, expected)
        .map_err(|by| refused(run.request, by, variant))?;
    tally.record_window(window);
    run.seen.see(variant, expected);
    run.book(expected, tally);
    Ok(object.into())
}

/// What is done between the windows of two objects.
async fn after(run: &mut Context<'_>, number: u64, tally: &mut Tally) {
    tally.series.look();
    run.progress.at(number + 1);
    run.breath.take(Instant::now()).await;
}
