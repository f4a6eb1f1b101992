//! Bodies from memory: each variant is requested once, in this run or an earlier one, and then given again and again.

use std::sync::Arc;

use bytes::Bytes;

use super::Fetched;
use super::connections::Connections;
use super::fetch_error::FetchError;
use super::sequence::{Sequence, variant_of};

/// One body of each variant, in order of index, and how many connections they came over.
pub struct Replay {
    bodies: Arc<[Bytes]>,
    connections: u64,
}

impl Replay {
    /// Fetches them.
    ///
    /// # Errors
    /// The first failure, after `at` was told its request's number.
    pub async fn of(mut connections: Connections, at: impl Fn(u64)) -> Result<Self, FetchError> {
        let variants = connections.variants();
        let mut bodies = vec![Bytes::new(); variants];
        let mut sequence = Sequence::of(variants as u64);
        sequence.ask(variants as u64);
        while let Some((number, body)) = connections.next(&mut sequence).await {
            at(number);
            bodies[variant_of(number, variants)] = body?;
        }
        Ok(Self { bodies: bodies.into(), connections: connections.opened() })
    }

    /// Takes those that an earlier run fetched; no connection is opened.
    pub const fn again(bodies: Arc<[Bytes]>) -> Self {
        Self { bodies, connections: 0 }
    }

    /// One of each variant.
    pub const fn bodies(&self) -> &Arc<[Bytes]> {
        &self.bodies
    }

    /// The connections that they came over.
    pub const fn connections(&self) -> u64 {
        self.connections
    }

    /// The next body; none once all that was asked for came. It waits for nothing: whoever asks lets the run's end be
    /// seen.
    pub fn next(&mut self, sequence: &mut Sequence) -> Option<Fetched> {
        let number = sequence.take()?;
        Some((number, Ok(self.bodies[variant_of(number, self.bodies.len())].clone())))
    }
}
