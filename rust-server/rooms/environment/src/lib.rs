//! What a figure depends on beside the engine: the build, taken from it and never kept by hand, and the machine. Nothing of ours is imported here.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod build;
pub mod cgroup;
mod libraries;
mod machine;
pub mod proc;

use serde::Serialize;

pub use self::build::{Build, RUNTIME};
pub use self::libraries::{Libraries, linked, locked_version};
pub use self::machine::{Machine, cpus};

/// The contract's `Environment`.
#[derive(Clone, Debug, Serialize)]
pub struct Environment {
    #[serde(flatten)]
    build: Build,
    libraries: Libraries,
    machine: Machine,
}

impl Environment {
    /// That of this binary and of what it is made of, and the machine as it is now.
    pub fn now(build: &Build, libraries: &Libraries) -> Self {
        Self { build: build.clone(), libraries: libraries.clone(), machine: Machine::now() }
    }

    /// The compiler's own words of itself.
    pub fn runtime_version(&self) -> &str {
        self.build.runtime_version()
    }

    /// Names and versions, in order of name.
    pub fn libraries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.libraries.iter().map(|(name, version)| (*name, *version))
    }
}
