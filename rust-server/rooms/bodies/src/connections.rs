//! Bodies over HTTP, with some requests in flight.

use std::rc::Rc;

use bytes::Bytes;
use futures_util::future::{FutureExt, LocalBoxFuture};
use futures_util::stream::{FuturesUnordered, StreamExt};

use super::Fetched;
use super::connection::Connection;
use super::fetch_error::FetchError;
use super::sequence::{Sequence, variant_of};
use super::target::Target;

/// Keeps up to `concurrency` requests in flight, each on a connection of its own.
pub struct Connections {
    target: Rc<Target>,
    concurrency: usize,
    idle: Vec<Connection>,
    in_flight: FuturesUnordered<LocalBoxFuture<'static, Exchange>>,
    opened: u64,
}

struct Exchange {
    number: u64,
    body: Result<Bytes, FetchError>,
    /// Where it can be used again.
    connection: Option<Connection>,
    opened: u64,
}

impl Connections {
    /// No connection is opened before the first request.
    pub fn new(target: Target, concurrency: usize) -> Self {
        Self { target: Rc::new(target), concurrency, idle: Vec::new(), in_flight: FuturesUnordered::new(), opened: 0 }
    }

    /// How many different bodies there are.
    pub fn variants(&self) -> usize {
        self.target.paths.len()
    }

    /// Connections opened so far.
    pub const fn opened(&self) -> u64 {
        self.opened
    }

    /// Sends what was asked for and may be sent, then waits for the next whole body. Gives none once all that was asked for came; no request is in flight
    /// then.
    pub async fn next(&mut self, sequence: &mut Sequence) -> Option<Fetched> {
        while self.in_flight.len() < self.concurrency
            && let Some(number) = sequence.take()
        {
            let target = Rc::clone(&self.target);
            self.in_flight.push(exchange(target, self.idle.pop(), number).boxed_local());
        }
        let done = self.in_flight.next().await?;
        self.opened += done.opened;
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
    match connection.fetch(&target, variant_of(number, target.paths.len())).await {
        Ok((body, stays)) => Exchange { number, body: Ok(body), connection: stays.then_some(connection), opened },
        Err(why) => Exchange { number, body: Err(why), connection: None, opened },
    }
}
