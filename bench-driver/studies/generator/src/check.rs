//! Counts acknowledged tweets that a follower's timeline lacks.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::time::sleep;

use crate::graph::Graph;
use crate::load::limited;
use crate::problem::Problem;
use crate::stores::{Client, PAGE, Store};

/// What was looked for.
#[derive(Serialize, Default)]
pub struct Checked {
    /// Acknowledged tweets.
    tweets: usize,
    /// Rows that followers' timelines owe, at all nodes.
    rows: usize,
    /// Rows that are not there.
    missing: usize,
}

/// Looks at every node, again and again until nothing is missing or the time is over.
pub async fn check<S: Store>(
    store: S,
    graph: &Graph,
    log: &[(i64, u32)],
    patience: Duration,
) -> Result<Checked, Problem> {
    let limit = Instant::now() + patience;
    loop {
        let checked = looked(&store, graph, log).await;
        let whole = checked.as_ref().is_ok_and(|all| all.missing == 0);
        if whole || Instant::now() >= limit {
            return checked;
        }
        sleep(Duration::from_millis(500)).await;
    }
}

async fn looked<S: Store>(
    store: &S,
    graph: &Graph,
    log: &[(i64, u32)],
) -> Result<Checked, Problem> {
    let mut checked = Checked { tweets: log.len(), ..Checked::default() };
    let Some(first) = log.iter().map(|tweet| tweet.0).min() else { return Ok(checked) };
    limited(limited(store.client()).await?.keep_up()).await?;
    for reader in &mut limited(store.readers(true)).await? {
        for (owner, followed) in (0..).zip(graph.followed()) {
            let followed = followed.into_iter().collect::<HashSet<_>>();
            let there = limited(reader.since(owner, first)).await?;
            let oldest = there.iter().min().copied().filter(|_| store.cut() && there.len() >= PAGE);
            let there = there.into_iter().collect::<HashSet<_>>();
            let owed = log.iter().filter(|(id, author)| {
                followed.contains(author) && oldest.is_none_or(|one| *id >= one)
            });
            for (id, _) in owed {
                checked.rows += 1;
                checked.missing += usize::from(!there.contains(id));
            }
        }
    }
    Ok(checked)
}
