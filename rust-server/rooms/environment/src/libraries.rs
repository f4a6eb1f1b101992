//! The libraries that this server is made of, and their versions.

use std::collections::BTreeMap;

include!(concat!(env!("OUT_DIR"), "/locked.rs"));

/// Those of the direct dependencies that a figure depends on: engines, and what bodies pass on their way.
const LIBRARIES: [&str; 10] =
    ["actix-web", "bson", "bytes", "hdrhistogram", "hyper", "hyper-util", "quick-xml", "serde", "serde_json", "tokio"];

/// Their versions, by name.
pub fn told() -> BTreeMap<&'static str, &'static str> {
    let version = |name| locked_version(name).expect("each is a dependency in Cargo.toml");
    LIBRARIES.map(|name| (name, version(name))).into()
}

/// The version of a direct dependency in the Cargo.lock that this binary was built with.
pub fn locked_version(library: &str) -> Option<&'static str> {
    LOCKED.iter().find(|(name, _)| *name == library).map(|(_, version)| *version)
}
