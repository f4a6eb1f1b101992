//! The build, as it was made.

use std::collections::BTreeMap;

use serde::Serialize;

/// The runtime that this server is written in.
pub const RUNTIME: &str = "rust";

/// Who gives this server its memory.
const ALLOCATOR: &str = if cfg!(feature = "mimalloc") {
    "mimalloc"
} else if cfg!(feature = "jemalloc") {
    "jemalloc"
} else {
    "system"
};

/// Who this server is, as `GET /engines` tells it.
#[derive(Clone, Debug, Serialize)]
pub struct Build {
    runtime: &'static str,
    runtime_version: &'static str,
    server_version: &'static str,
    flags: BTreeMap<&'static str, &'static str>,
}

impl Build {
    /// That of the program that was compiled with these flags; `rust_server_flags::compiler_flags!()` in it tells them.
    pub fn of(compiler_flags: &[(&'static str, &'static str)]) -> Self {
        let mut flags = BTreeMap::from([
            ("profile", env!("BUILD_PROFILE")),
            ("panic", if cfg!(panic = "unwind") { "unwind" } else { "abort" }),
            ("allocator", ALLOCATOR),
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

    /// The compiler's own words of itself.
    pub const fn runtime_version(&self) -> &'static str {
        self.runtime_version
    }
}
