//! Watches tweets on their way: one clock tells when one was sent, and when each node shows it.

use std::rc::Rc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::time::{sleep, sleep_until};

use crate::job::LIMIT;
use crate::load::{Shared, limited, post};
use crate::stores::{Client, Store};

/// Between two looks at a node.
const LOOKS: Duration = Duration::from_millis(1);

/// Posts tweets of one author with ten followers or more, one at a time, until the load ends.
pub async fn watch<S: Store>(shared: Rc<Shared<S>>, mut readers: Vec<S::Client>) {
    let followers = &shared.graph.followers;
    let Some(author) = followers.iter().position(|all| all.len() >= 10) else { return };
    let owner = followers[author][0];
    let author = u32::try_from(author).expect("users are few");
    let Ok(mut writer) = limited(shared.store.client()).await else { return };
    let pace = Duration::from_secs_f64(1.0 / shared.load.watched);
    while Instant::now() < shared.end {
        let sent = Instant::now();
        if let Ok(id) = post(&shared, &mut writer, author).await {
            let seen = join_all(readers.iter_mut().map(|reader| shows(reader, owner, id))).await;
            let all = seen.into_iter().all(|shown| shown);
            shared.tally.borrow_mut().watch(sent, all.then(|| sent.elapsed()));
        } else if let Ok(another) = limited(shared.store.client()).await {
            writer = another;
        }
        sleep_until((sent + pace).into()).await;
    }
}

/// Returns as soon as a node shows a tweet; false where it does not in time.
async fn shows(reader: &mut impl Client, owner: u32, id: i64) -> bool {
    let limit = Instant::now() + LIMIT;
    while Instant::now() < limit {
        match limited(reader.since(owner, id)).await {
            Ok(ids) if ids.contains(&id) => return true,
            Err(problem) if problem.broken => return false,
            _ => sleep(LOOKS).await,
        }
    }
    false
}
