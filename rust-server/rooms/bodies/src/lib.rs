//! Where the bodies of a run come from: over HTTP with some requests in flight, from memory, where they may be kept from an earlier run, or from a sender that
//! pushes them.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod answer_check;
mod answer_grammar;
mod answer_stream;
mod connection;
mod connections;
mod fetch_error;
mod frames;
mod ingest;
mod kept;
mod link;
mod replay;
mod sequence;
mod target;

use bytes::Bytes;

pub use self::answer_check::{is_of, stays_open};
pub use self::answer_grammar::Fault;
pub use self::answer_stream::{AnswerStream, fault_of};
use self::connections::Connections;
pub use self::fetch_error::FetchError;
pub use self::frames::{Broken, Frame, Frames, HEAD, head};
pub use self::ingest::{Ingest, PushedBodies, over};
pub use self::kept::Kept;
pub use self::link::{Link, LinkError, overdue};
use self::replay::Replay;
pub use self::sequence::{Sequence, variant_of};
use self::target::target;
pub use self::target::{authorization, most_bytes};
use testbed_config::Config;
use testbed_request::{RunRequest, Source, Supply};

/// A request's number in its phase, and its body or why there is none.
pub type Fetched = (u64, Result<Bytes, FetchError>);

/// A source of bodies, open.
pub enum Bodies {
    /// Each is requested when it is due.
    Http(Connections),
    /// One of each variant lies in memory.
    Replay(Replay),
    /// Each is pushed when its sender likes.
    Pushed(PushedBodies),
}

impl Bodies {
    /// Resolves the provider, and fetches what a replay repeats, unless that is kept.
    ///
    /// # Errors
    /// The first failure, after `at` was told its request's number.
    pub async fn open(
        request: &RunRequest,
        supply: &Supply,
        config: &Config,
        kept: &Kept,
        at: impl Fn(u64),
    ) -> Result<Self, FetchError> {
        if supply.source == Source::Replay
            && let Some(bodies) = kept.of(request, supply)
        {
            return Ok(Bodies::Replay(Replay::again(bodies)));
        }
        let connections = Connections::new(target(request, supply, config).await?, supply.concurrency);
        match supply.source {
            Source::Http => Ok(Bodies::Http(connections)),
            Source::Replay => {
                let replay = Replay::of(connections, at).await?;
                kept.keep(request, supply, replay.bodies());
                Ok(Bodies::Replay(replay))
            }
        }
    }

    /// Connections opened so far.
    pub fn connections(&self) -> u64 {
        match self {
            Bodies::Http(connections) => connections.opened(),
            Bodies::Replay(replay) => replay.connections(),
            Bodies::Pushed(pushed) => pushed.connections(),
        }
    }

    /// The next whole body in order of arrival; none once all that the sequence was asked for came.
    pub async fn next(&mut self, sequence: &mut Sequence) -> Option<Fetched> {
        match self {
            Bodies::Http(connections) => connections.next(sequence).await,
            Bodies::Replay(replay) => replay.next(sequence),
            Bodies::Pushed(pushed) => pushed.next(sequence).await,
        }
    }
}
