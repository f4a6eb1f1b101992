//! The libraries that figures depend on, and their versions.

use std::collections::BTreeMap;

include!(concat!(env!("OUT_DIR"), "/locked.rs"));

/// Names and versions, in order of name.
pub type Libraries = BTreeMap<&'static str, &'static str>;

/// What bodies pass on their way; the engines' own come with the registry.
const BESIDE_ENGINES: [&str; 7] = ["actix-web", "bytes", "hdrhistogram", "hyper", "hyper-util", "serde", "tokio"];

/// Those that this server is made of: the engines', by name and version, and what bodies pass on their way.
pub fn linked(of_engines: impl IntoIterator<Item = (&'static str, &'static str)>) -> Libraries {
    let version = |name| locked_version(name).expect("each is a dependency in a Cargo.toml of this workspace");
    BESIDE_ENGINES.map(|name| (name, version(name))).into_iter().chain(of_engines).collect()
}

/// The version of a direct dependency in the Cargo.lock that this binary was built with.
pub fn locked_version(library: &str) -> Option<&'static str> {
    LOCKED.iter().find(|(name, _)| *name == library).map(|(_, version)| *version)
}
