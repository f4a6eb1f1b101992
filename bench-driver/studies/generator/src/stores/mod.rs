//! What a store has to do; one file for each.

use std::cell::Cell;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::graph::Graph;
use crate::job::Job;
use crate::problem::Problem;

pub mod cassandra;
pub mod null;
pub mod postgresql;
pub mod pouchdb;

/// A timeline and a userline show so many tweets.
pub const PAGE: usize = 50;

/// A tweet to be posted.
pub struct Tweet {
    /// Microseconds since 1970, and larger than every id before.
    pub id: i64,
    /// Who writes it.
    pub author: u32,
    /// 100 characters.
    pub body: String,
}

/// A store, or what its clients share of it.
pub trait Store: Sized + 'static {
    /// One client; it asks one thing at a time.
    type Client: Client;

    /// Connects what clients share.
    async fn open(job: &Job) -> Result<Self, Problem>;

    /// Makes tables and fills them.
    async fn load(&self, graph: &Graph) -> Result<(), Problem>;

    /// Another client, wherever writes are taken.
    async fn client(&self) -> Result<Self::Client, Problem>;

    /// One client for each node that shows tweets; of all together where the store can ask so.
    async fn readers(&self, all: bool) -> Result<Vec<Self::Client>, Problem>;

    /// Whether timelines have [`PAGE`] tweets and no more.
    fn cut(&self) -> bool {
        false
    }

    /// Whether there is something to do each second besides.
    fn kept_up(&self) -> bool {
        false
    }
}

/// What clients ask for.
pub trait Client {
    /// To all followers.
    async fn post(&mut self, tweet: &Tweet) -> Result<(), Problem>;

    /// How many tweets it has.
    async fn userline(&mut self, user: u32) -> Result<usize, Problem>;

    /// How many tweets it has.
    async fn timeline(&mut self, user: u32) -> Result<usize, Problem>;

    /// The tweets of an owner's timeline from this one on.
    async fn since(&mut self, owner: u32, id: i64) -> Result<Vec<i64>, Problem>;

    /// What is done each second: views are brought up to date.
    async fn keep_up(&mut self) -> Result<(), Problem> {
        Ok(())
    }
}

/// Ids by the time, each larger than the one before.
#[derive(Default)]
pub struct Ids(Cell<i64>);

impl Ids {
    /// The next.
    pub fn next(&self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros());
        self.0.set((self.0.get() + 1).max(i64::try_from(now).unwrap_or(i64::MAX)));
        self.0.get()
    }
}
