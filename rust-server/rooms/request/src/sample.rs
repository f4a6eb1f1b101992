//! A request for tests, this room's and those above it.

#![allow(clippy::unwrap_used, reason = "only tests call it")]

use serde_json::{Value, json};

use super::run_request::RunRequest;
use super::supply::Supply;
use super::way::Way;
use testbed_config::Config;
use testbed_engines::EngineRegistry;

/// The configuration that allows it.
pub fn config() -> Config {
    Config::read(|name| (name == "PROVIDER_ALLOWLIST").then(|| "http://127.0.0.1:8083".to_owned())).unwrap()
}

/// The least that may be asked.
pub fn good() -> Value {
    json!({
        "amount": 10,
        "provider_url": "http://127.0.0.1:8083",
        "object_format": "JSON",
        "server_type": "rust",
        "object_type": "DummyObject",
    })
}

impl RunRequest {
    /// The same from another provider.
    #[must_use]
    pub fn asking(self, url: &str) -> Self {
        self.supplied(|supply| Supply { provider: url.parse().unwrap(), ..supply })
    }

    /// The same on so many threads.
    #[must_use]
    pub fn on(self, threads: Option<usize>) -> Self {
        self.supplied(|supply| Supply { threads, ..supply })
    }

    fn supplied(self, other: impl FnOnce(Supply) -> Supply) -> Self {
        let supply = other(self.supply().unwrap().clone());
        Self { way: Way::Pulled(supply), ..self }
    }
}

/// The good request with changes, as a run takes it.
pub fn sample(changes: &Value) -> RunRequest {
    let mut body = good();
    body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    RunRequest::read(body.to_string().as_bytes(), &config(), &EngineRegistry::checked()).unwrap()
}
