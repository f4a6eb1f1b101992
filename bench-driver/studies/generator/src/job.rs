//! What is asked of a run of this program: one JSON object on its input.

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use crate::mix::Mix;

/// Everything but the work itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The work.
    #[serde(rename = "do")]
    pub work: Work,
    /// Which store, as the driver names it.
    pub store: String,
    /// Its nodes; clients use all of them, or the one that takes writes.
    pub hosts: Vec<(String, u16)>,
    /// Of the user `bench`, where the store has one.
    #[serde(default)]
    pub password: String,
    /// How the data are laid out.
    #[serde(default)]
    pub model: Model,
    /// What acknowledges an operation; the store's own word.
    #[serde(default)]
    pub level: String,
    /// Copies of everything, where the store lets one choose.
    #[serde(default)]
    pub copies: u32,
    /// The size of the graph.
    pub users: u32,
    /// Of the graph; the load has one of its own.
    pub seed: u64,
    /// Acknowledged tweets, a line each: `id author`.
    #[serde(default)]
    pub log: PathBuf,
}

/// What is done.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Work {
    /// Makes tables and fills them with the graph and its tweets.
    Load,
    /// Puts load on the store.
    Run(Load),
    /// Counts acknowledged tweets that a follower's timeline lacks.
    Check {
        /// How long late ones are waited for.
        seconds: f64,
    },
}

/// How the data are laid out.
#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// A timeline is made when it is read: PostgreSQL.
    #[default]
    Join,
    /// A tweet is written to each follower's timeline: PostgreSQL.
    FanOut,
    /// Timelines are a view that is made anew each second: PostgreSQL, pouchdb-server.
    View,
    /// A tweet is written to each follower's timeline, with its text: Cassandra.
    Denormalized,
    /// The same, without the text, which is read for each tweet: Cassandra.
    Normalized,
}

impl Model {
    /// Its name in a store, with the graph that is in there.
    pub fn named(self, users: u32) -> String {
        let name = match self {
            Self::Join => "join",
            Self::FanOut => "fan_out",
            Self::View => "view",
            Self::Denormalized => "denormalized",
            Self::Normalized => "normalized",
        };
        format!("mb_{name}_{users}")
    }
}

/// Load for a time.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// How many work at once.
    pub clients: u32,
    /// Operations a second, whatever the store does; as fast as clients get answers where there is
    /// none.
    pub rate: Option<f64>,
    /// The shares of the operations.
    pub mix: Mix,
    /// What comes first and is not counted, s.
    pub warm_up: f64,
    /// What is counted, s.
    pub seconds: f64,
    /// Of the order of users and operations.
    pub seed: u64,
    /// Tweets a second whose way to all nodes is watched; none where 0.
    #[serde(default)]
    pub watched: f64,
}

/// How long an operation may take.
pub const LIMIT: Duration = Duration::from_secs(10);
