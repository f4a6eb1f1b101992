//! The bodies of a run: over HTTP with some requests in flight, or from memory.

use std::rc::Rc;

use bytes::Bytes;
use futures_util::future::{FutureExt, LocalBoxFuture};
use futures_util::stream::{FuturesUnordered, StreamExt};
use tokio::task::yield_now;

use super::connection::{Connection, Target};
use super::fetch_error::FetchError;

/// A request's number in its phase, and its body or why there is none.
pub type Fetched = (u64, Result<Bytes, FetchError>);

/// Where a run's bodies come from.
pub enum Bodies {
    /// Each is requested when it is due.
    Http(Fetcher),
    /// One of each variant, in memory; and the connections that they came over.
    Memory(Vec<Bytes>, u64),
}

/// A phase's place in its sequence of requests: how many were handed out, of how many.
pub struct Sequence {
    next: u64,
    amount: u64,
}

impl Sequence {
    /// `amount` requests from 0.
    pub const fn of(amount: u64) -> Self {
        Self { next: 0, amount }
    }

    fn take(&mut self) -> Option<u64> {
        let number = self.next;
        (number < self.amount).then(|| {
            self.next += 1;
            number
        })
    }
}

impl Bodies {
    /// Connections opened so far.
    pub const fn connections(&self) -> u64 {
        match self {
            Bodies::Http(fetcher) => fetcher.connections,
            Bodies::Memory(_, connections) => *connections,
        }
    }

    /// The next whole body in order of arrival; none once all of the sequence came.
    pub async fn next(&mut self, sequence: &mut Sequence) -> Option<Fetched> {
        match self {
            Bodies::Http(fetcher) => fetcher.next(sequence).await,
            Bodies::Memory(bodies, _) => {
                let number = sequence.take()?;
                // Nothing else here waits, so this lets the end of the client, of the time or of the server be seen.
                if number % 256 == 255 {
                    yield_now().await;
                }
                Some((number, Ok(bodies[index(number, bodies.len())].clone())))
            }
        }
    }
}

/// Keeps up to `concurrency` requests in flight, each on a connection of its own.
pub struct Fetcher {
    target: Rc<Target>,
    concurrency: usize,
    idle: Vec<Connection>,
    in_flight: FuturesUnordered<LocalBoxFuture<'static, Exchange>>,
    connections: u64,
}

struct Exchange {
    number: u64,
    body: Result<Bytes, FetchError>,
    /// Where it can be used again.
    connection: Option<Connection>,
    opened: u64,
}

impl Fetcher {
    /// No connection is opened before the first request.
    pub fn new(target: Target, concurrency: usize) -> Self {
        Self {
            target: Rc::new(target),
            concurrency,
            idle: Vec::new(),
            in_flight: FuturesUnordered::new(),
            connections: 0,
        }
    }

    /// One body of each variant in memory, in order of index.
    ///
    /// # Errors
    /// The first failure, after `at` was told its request's number.
    pub async fn fetch_all(mut self, at: impl Fn(u64)) -> Result<Bodies, FetchError> {
        let variants = self.target.paths.len();
        let mut bodies = vec![Bytes::new(); variants];
        let mut sequence = Sequence::of(variants as u64);
        while let Some((number, body)) = self.next(&mut sequence).await {
            at(number);
            bodies[index(number, variants)] = body?;
        }
        Ok(Bodies::Memory(bodies, self.connections))
    }

    /// Sends what may be sent, then waits for the next whole body.
    pub async fn next(&mut self, sequence: &mut Sequence) -> Option<Fetched> {
        while self.in_flight.len() < self.concurrency
            && let Some(number) = sequence.take()
        {
            let target = Rc::clone(&self.target);
            self.in_flight.push(exchange(target, self.idle.pop(), number).boxed_local());
        }
        let done = self.in_flight.next().await?;
        self.connections += done.opened;
        self.idle.extend(done.connection);
        Some((done.number, done.body))
    }
}

/// One request on a kept connection, or on a new one where there is none.
async fn exchange(target: Rc<Target>, kept: Option<Connection>, number: u64) -> Exchange {
    let opened = u64::from(kept.is_none());
    let usable = match kept {
        Some(mut connection) => connection.ready(&target).await.map(|()| connection),
        None => Connection::open(&target).await,
    };
    let mut connection = match usable {
        Ok(connection) => connection,
        Err(why) => {
            return Exchange { number, body: Err(why), connection: None, opened: 0 };
        }
    };
    match connection.fetch(&target, index(number, target.paths.len())).await {
        Ok((body, stays)) => Exchange { number, body: Ok(body), connection: stays.then_some(connection), opened },
        Err(why) => Exchange { number, body: Err(why), connection: None, opened },
    }
}

/// The variant of a request: they are cycled through.
pub fn index(number: u64, variants: usize) -> usize {
    usize::try_from(number % variants as u64).expect("it is less than a usize")
}
