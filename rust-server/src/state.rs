//! What all workers share.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use tokio::sync::mpsc::UnboundedReceiver;

use testbed_answer::Event;
use testbed_bodies::Ingest;
use testbed_codings::library;
use testbed_config::Config;
use testbed_contract::{Coding, Problem};
use testbed_engines::EngineRegistry;
use testbed_environment::{Build, linked};
use testbed_http::Unsent;
use testbed_request::{RunRequest, Way};
use testbed_run::Runs;

/// A server's parts, ready for requests.
pub struct State {
    /// Its limits.
    pub config: Config,
    /// Its engines, checked.
    pub engines: EngineRegistry,
    /// What it announces of itself.
    pub build: Build,
    /// Its runs, one at a time.
    pub runs: Runs,
    /// Room for answers that are not sent yet.
    pub unsent: Unsent,
    /// The last one opened; there is never more than one, since each is a run.
    ingest: Mutex<Option<Arc<Ingest>>>,
}

impl State {
    /// Checks the engines and measures the clock; takes some milliseconds. `GET /engines` tells the flags.
    pub fn new(config: Config, compiler_flags: &[(&'static str, &'static str)]) -> Self {
        let (engines, build) = (EngineRegistry::checked(), Build::of(compiler_flags));
        let libraries = linked(engines.libraries().chain(Coding::ALL.map(library)));
        let runs = Runs::new(config.clone(), build.clone(), libraries);
        Self { config, engines, build, runs, unsent: Unsent::new(), ingest: Mutex::default() }
    }

    /// Starts an ingest that this peer opens; gives its events.
    ///
    /// # Errors
    /// Those of a run's start.
    pub fn ingest(&self, run: RunRequest, peer: IpAddr) -> Result<UnboundedReceiver<Event>, Problem> {
        let Way::Pushed(pushed) = run.way else { unreachable!("an ingest is pushed") };
        let (ingest, bodies) = Ingest::open(&run, pushed, token()?, peer, &self.config);
        let events = self.runs.ingest(run, bodies)?;
        *self.ingest.lock().expect("nobody panics while holding it") = Some(ingest);
        Ok(events)
    }

    /// The ingest that this peer may push to by this token.
    pub fn pushing(&self, token: &str, peer: IpAddr) -> Option<Arc<Ingest>> {
        let ingest = self.ingest.lock().expect("nobody panics while holding it");
        ingest.as_ref().filter(|ingest| ingest.is(token, peer)).map(Arc::clone)
    }
}

/// 128 bits that nobody can guess, in hex.
fn token() -> Result<String, Problem> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(|why| Problem::internal(format!("the system gives no random bits: {why}")))?;
    Ok(hex::encode(bits))
}
