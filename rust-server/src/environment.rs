//! What a figure depends on beside the engine, taken from the build and never kept by hand.

use std::collections::BTreeMap;

use serde::Serialize;

include!(concat!(env!("OUT_DIR"), "/locked.rs"));

/// The contract's `Environment`.
#[derive(Clone, Debug, Serialize)]
pub struct Environment {
    runtime: &'static str,
    runtime_version: &'static str,
    server_version: &'static str,
    flags: BTreeMap<&'static str, &'static str>,
}

impl Environment {
    /// That of this binary.
    pub fn current() -> Self {
        let panic = if cfg!(panic = "unwind") { "unwind" } else { "abort" };
        let flags = [
            ("profile", env!("BUILD_PROFILE")),
            ("lto", env!("BUILD_LTO")),
            ("target_cpu", env!("BUILD_TARGET_CPU")),
            ("panic", panic),
            ("allocator", "system"),
        ];
        Self {
            runtime: RUNTIME,
            runtime_version: env!("BUILD_RUSTC"),
            server_version: env!("CARGO_PKG_VERSION"),
            flags: flags.into(),
        }
    }
}

/// The runtime that this server is written in.
pub const RUNTIME: &str = "rust";

/// The version of a direct dependency in the Cargo.lock that this binary was built with.
pub fn locked_version(library: &str) -> Option<&'static str> {
    LOCKED.iter().find(|(name, _)| *name == library).map(|(_, version)| *version)
}
