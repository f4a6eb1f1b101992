//! Puts a microblog's load on a store: `generator < job.json` does one job and writes one JSON object;
//! `generator serve HOST PORT` is the store that keeps nothing.
//!
//! # Layout
//!
//! `job`: what is asked; `graph`, `mix`, `random`: the data set and the operations; `load`: the loops;
//! `watch`: tweets on their way to all nodes; `tally`, `log`: what became of operations; `check`: what
//! is missing afterwards; `stores`: a file for each store.

mod check;
mod graph;
mod job;
mod load;
mod log;
mod mix;
mod problem;
mod random;
mod stores;
mod tally;
mod watch;

use std::process::ExitCode;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::runtime::Builder;
use tokio::task::LocalSet;

use crate::graph::Graph;
use crate::job::{Job, Work};
use crate::log::Log;
use crate::problem::Problem;
use crate::stores::Store;
use crate::stores::cassandra::Cassandra;
use crate::stores::null::{Null, serve};
use crate::stores::postgresql::PostgreSql;
use crate::stores::pouchdb::PouchDb;

fn main() -> ExitCode {
    // One thread: the generator's share of a core says how near it is to its own limit.
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("the system gives a thread its events");
    let arguments = std::env::args().skip(1).collect::<Vec<_>>();
    let result = match arguments.as_slice() {
        [] => LocalSet::new().block_on(&runtime, job()),
        [word, host, port] if word == "serve" => match port.parse() {
            Ok(port) => runtime
                .block_on(serve(host, port))
                .map(|()| Value::Null)
                .map_err(|error| error.to_string()),
            Err(_) => Err(format!("{port} is no port")),
        },
        _ => Err("give a job on the input, or: serve HOST PORT".to_owned()),
    };
    match result {
        Ok(answer) => println!("{answer}"),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

async fn job() -> Result<Value, String> {
    let job = serde_json::from_reader(std::io::stdin());
    let job: Job = job.map_err(|error| format!("the job cannot be read: {error}"))?;
    match job.store.as_str() {
        "cassandra" => done::<Cassandra>(job).await,
        "null" => done::<Null>(job).await,
        "postgresql" => done::<PostgreSql>(job).await,
        "pouchdb" => done::<PouchDb>(job).await,
        other => Err(format!("there is no store {other:?}")),
    }
}

async fn done<S: Store>(job: Job) -> Result<Value, String> {
    let said = |problem: Problem| format!("{}: {problem}", job.store);
    let graph = Graph::new(job.users, job.seed);
    let store = S::open(&job).await.map_err(said)?;
    let log = || Log::open(&job.log).map_err(|error| format!("the log cannot be opened: {error}"));
    let answer = match job.work {
        Work::Load => {
            store.load(&graph).await.map_err(said)?;
            Ok(json!({"tweets": graph.tweets.iter().sum::<u32>()}))
        }
        Work::Run(load) => {
            serde_json::to_value(load::run(store, graph, load, log()?).await.map_err(said)?)
        }
        Work::Check { seconds } => {
            let tweets = log::read(&job.log);
            let tweets = tweets.map_err(|error| format!("the log cannot be read: {error}"))?;
            let patience = Duration::from_secs_f64(seconds);
            let checked = check::check(store, &graph, &tweets, patience).await;
            serde_json::to_value(checked.map_err(said)?)
        }
    };
    answer.map_err(|error| error.to_string())
}
