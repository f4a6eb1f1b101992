//! Puts load on a store: closed, each client asks again as soon as it is answered; or open, every
//! operation has an intended start that does not wait for the store, and its time counts from there
//! (coordinated omission: G. Tene).

use std::cell::RefCell;
use std::future::Future;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until, timeout};

use crate::graph::Graph;
use crate::job::{LIMIT, Load};
use crate::log::Log;
use crate::mix::{Operation, class};
use crate::problem::Problem;
use crate::random::{Random, body};
use crate::stores::{Client, Ids, Store, Tweet};
use crate::tally::{Report, Tally};
use crate::watch::watch;

/// So long a client waits before it connects again.
const PAUSE: Duration = Duration::from_millis(50);

/// What all clients share.
pub struct Shared<S> {
    /// The store.
    pub store: S,
    /// Who follows whom.
    pub graph: Graph,
    /// What is asked.
    pub load: Load,
    /// Counts.
    pub tally: RefCell<Tally>,
    /// Acknowledged tweets.
    pub log: Log,
    /// Of tweets.
    pub ids: Ids,
    /// When nothing more begins.
    pub end: Instant,
}

/// Where operations that are due come from: none in a closed loop.
type Due = Rc<Mutex<mpsc::UnboundedReceiver<Instant>>>;

/// All of it, to the last answer.
pub async fn run<S: Store>(
    store: S,
    graph: Graph,
    load: Load,
    log: Log,
) -> Result<Report, Problem> {
    let mut clients = Vec::new();
    for _ in 0..load.clients {
        clients.push(limited(store.client()).await?);
    }
    let readers =
        if load.watched > 0.0 { limited(store.readers(false)).await? } else { Vec::new() };
    let from = Instant::now() + Duration::from_secs_f64(load.warm_up);
    let end = from + Duration::from_secs_f64(load.seconds);
    let due = load.rate.map(|rate| Rc::new(Mutex::new(schedule(rate, load.seed, end))));
    let tally = RefCell::new(Tally::new(from, end));
    let shared = Rc::new(Shared { store, graph, load, tally, log, ids: Ids::default(), end });
    let cpu = Rc::new(RefCell::new(0.0));
    let mut tasks = JoinSet::new();
    for (number, client) in (1..).zip(clients) {
        tasks.spawn_local(work(shared.clone(), number, client, due.clone()));
    }
    if !readers.is_empty() {
        tasks.spawn_local(watch(shared.clone(), readers));
    }
    if shared.store.kept_up() {
        tasks.spawn_local(keep_up(shared.clone()));
    }
    let used = cpu.clone();
    tasks.spawn_local(async move {
        sleep_until(from.into()).await;
        let before = cpu_s();
        sleep_until(end.into()).await;
        used.replace(cpu_s() - before);
    });
    while tasks.join_next().await.is_some() {}
    let shared = Rc::into_inner(shared).expect("all tasks have ended");
    let mut report = shared.tally.into_inner().report();
    report.cpu_s = cpu.take();
    Ok(report)
}

/// Intended starts at random (Poisson), sent when they are due by a thread of its own: the runtime's
/// timer is as coarse as a millisecond.
fn schedule(rate: f64, seed: u64, end: Instant) -> mpsc::UnboundedReceiver<Instant> {
    let (sender, receiver) = mpsc::unbounded_channel();
    let mut random = Random::new(seed, 0);
    let mut due = Instant::now();
    std::thread::spawn(move || {
        loop {
            due += Duration::from_secs_f64(-random.unit().ln() / rate);
            if due >= end {
                return;
            }
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            if sender.send(due).is_err() {
                return;
            }
        }
    });
    receiver
}

async fn work<S: Store>(shared: Rc<Shared<S>>, number: u64, client: S::Client, due: Option<Due>) {
    let mut random = Random::new(shared.load.seed, number);
    let mut client = Some(client);
    let never = Problem::failed("never sent");
    loop {
        let intended = match &due {
            None if Instant::now() < shared.end => Instant::now(),
            None => return,
            Some(due) => match due.lock().await.recv().await {
                Some(intended) => intended,
                None => return,
            },
        };
        let operation = shared.load.mix.drawn(&mut random);
        let user = random.below(shared.graph.users());
        let class = class(shared.graph.followers[user as usize].len());
        let result = if Instant::now() < shared.end + LIMIT {
            perform(&shared, &mut client, operation, user).await
        } else {
            Err(never.clone())
        };
        shared.tally.borrow_mut().count(operation, class, intended, result.as_ref().copied());
        if client.is_none() && due.is_none() {
            sleep(PAUSE).await; // or a dead server would be asked again and again
        }
    }
}

/// One operation; a connection that broke is made anew first, and is gone where this one broke it.
async fn perform<S: Store>(
    shared: &Shared<S>,
    client: &mut Option<S::Client>,
    operation: Operation,
    user: u32,
) -> Result<(), Problem> {
    if client.is_none() {
        *client = Some(limited(shared.store.client()).await.map_err(|_| Problem::unreachable())?);
    }
    let connected = client.as_mut().expect("it was made just now");
    let result = match operation {
        Operation::Post => post(shared, connected, user).await.map(drop),
        Operation::Userline => limited(connected.userline(user)).await.map(drop),
        Operation::Timeline => limited(connected.timeline(user)).await.map(drop),
    };
    if result.as_ref().is_err_and(|problem| problem.broken) {
        *client = None;
    }
    result
}

/// A new tweet, which is in the log once it is acknowledged; returns its id.
pub async fn post<S: Store>(
    shared: &Shared<S>,
    client: &mut S::Client,
    author: u32,
) -> Result<i64, Problem> {
    let id = shared.ids.next();
    let tweet = Tweet { id, author, body: body(id) };
    limited(client.post(&tweet)).await?;
    shared.log.add(id, author).map_err(|_| Problem::failed("its log cannot be written"))?;
    Ok(id)
}

/// Views are brought up to date each second, by a client of their own.
async fn keep_up<S: Store>(shared: Rc<Shared<S>>) {
    let mut client = None;
    while Instant::now() < shared.end {
        if client.is_none() {
            client = limited(shared.store.client()).await.ok();
        }
        let begun = Instant::now();
        if let Some(connected) = &mut client
            && limited(connected.keep_up()).await.is_err_and(|problem| problem.broken)
        {
            client = None;
        }
        sleep_until((begun + Duration::from_secs(1)).into()).await;
    }
}

/// At most as long as an operation may take.
pub async fn limited<T>(asked: impl Future<Output = Result<T, Problem>>) -> Result<T, Problem> {
    timeout(LIMIT, asked).await.unwrap_or_else(|_| Err(Problem::unknown("timeout")))
}

/// User and system time of this process, by the system's ticks of 10 ms.
fn cpu_s() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
