//! What all workers share.

use testbed_config::Config;
use testbed_engines::EngineRegistry;
use testbed_environment::{Build, linked};
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
}

impl State {
    /// Checks the engines and measures the clock; takes some milliseconds. `GET /engines` tells the flags.
    pub fn new(config: Config, compiler_flags: &[(&'static str, &'static str)]) -> Self {
        let (engines, build) = (EngineRegistry::checked(), Build::of(compiler_flags));
        let runs = Runs::new(config.clone(), build.clone(), linked(engines.libraries()));
        Self { config, engines, build, runs }
    }
}
