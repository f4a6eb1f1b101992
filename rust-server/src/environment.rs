//! What a figure depends on beside the engine: the build, taken from it and never kept by hand, and the machine.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::machine::Machine;

include!(concat!(env!("OUT_DIR"), "/locked.rs"));

/// Those of the direct dependencies that a figure depends on: engines, and what bodies pass on their way.
const LIBRARIES: [&str; 10] =
    ["actix-web", "bson", "bytes", "hdrhistogram", "hyper", "hyper-util", "quick-xml", "serde", "serde_json", "tokio"];

/// Who this server is, as `GET /engines` tells it.
#[derive(Clone, Debug, Serialize)]
pub struct Build {
    runtime: &'static str,
    runtime_version: &'static str,
    server_version: &'static str,
    flags: BTreeMap<&'static str, &'static str>,
}

/// The contract's `Environment`.
#[derive(Clone, Debug, Serialize)]
pub struct Environment {
    #[serde(flatten)]
    build: Build,
    libraries: BTreeMap<&'static str, &'static str>,
    machine: Machine,
}

impl Build {
    /// That of the program that was compiled with these flags; `rust_server_flags::compiler_flags!()` in it tells them.
    pub fn of(compiler_flags: &[(&'static str, &'static str)]) -> Self {
        let mut flags = BTreeMap::from([
            ("profile", env!("BUILD_PROFILE")),
            ("panic", if cfg!(panic = "unwind") { "unwind" } else { "abort" }),
            ("allocator", "system"),
            ("features", env!("BUILD_FEATURES")),
        ]);
        flags.extend(compiler_flags.iter().copied());
        if cfg!(feature = "count-alloc") {
            // Counting slows every allocation, so such a build's times are none.
            flags.insert("count_alloc", "on");
        }
        Self {
            runtime: RUNTIME,
            runtime_version: env!("BUILD_RUSTC"),
            server_version: env!("CARGO_PKG_VERSION"),
            flags,
        }
    }
}

impl Environment {
    /// That of this binary, and the machine as it is now.
    pub fn now(build: &Build) -> Self {
        let version = |name| locked_version(name).expect("each is a dependency in Cargo.toml");
        let libraries = LIBRARIES.map(|name| (name, version(name))).into();
        Self { build: build.clone(), libraries, machine: Machine::now() }
    }
}

impl Environment {
    /// The compiler's own words of itself.
    pub fn runtime_version(&self) -> &str {
        self.build.runtime_version
    }

    /// Names and versions, in order of name.
    pub fn libraries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.libraries.iter().map(|(name, version)| (*name, *version))
    }
}

/// The runtime that this server is written in.
pub const RUNTIME: &str = "rust";

/// The version of a direct dependency in the Cargo.lock that this binary was built with.
pub fn locked_version(library: &str) -> Option<&'static str> {
    LOCKED.iter().find(|(name, _)| *name == library).map(|(_, version)| *version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engines;

    #[test]
    fn every_engines_library_is_among_those_told() {
        let told = Environment::now(&Build::of(&[])).libraries;
        for engine in Engines::checked().all().iter().filter(|engine| locked_version(engine.library).is_some()) {
            assert_eq!(told.get(engine.library), Some(&engine.version), "add {} to LIBRARIES", engine.library);
        }
    }
}
