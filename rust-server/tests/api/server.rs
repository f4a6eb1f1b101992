//! A server of this crate on a free port, and the run that most tests ask for.

use actix_web::web::Data;
use rust_server::app::serve;
use rust_server::state::State;
use rust_server_flags::compiler_flags;
use serde_json::{Value, json};
use testbed_config::Config;
use testbed_contract::Format;
use testbed_objects::{OBJECT_TYPES, ObjectType};

use crate::client::{Answer, call};

/// A server that listens; it ends with its test's runtime.
pub struct Server {
    pub url: String,
    pub state: Data<State>,
}

impl Server {
    /// Starts one with these variables; the port is free whatever they say.
    pub fn start(variables: &[(&str, &str)]) -> Self {
        let mut variables: Vec<_> =
            variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        variables.push(("PORT".to_owned(), "0".to_owned()));
        let lookup = |name: &str| variables.iter().find(|known| known.0 == name).map(|known| known.1.clone());
        let state = Data::new(State::new(Config::read(lookup).unwrap(), &compiler_flags!()));
        let (server, url) = serve(state.clone()).unwrap();
        actix_web::rt::spawn(server);
        Self { url, state }
    }

    /// One that takes runs against this provider, with a short `READ_TIMEOUT_MS`.
    pub fn consuming(provider: &str) -> Self {
        Self::start(&[("PROVIDER_ALLOWLIST", provider), ("READ_TIMEOUT_MS", "1000")])
    }

    /// Where it listens: host and port.
    pub fn address(&self) -> &str {
        self.url.strip_prefix("http://").unwrap()
    }

    /// `POST /triggerReqs`
    pub async fn trigger(&self, request: &Value) -> Answer {
        self.trigger_as("application/json", "*/*", request.to_string().as_bytes()).await
    }

    /// The same, answered as a stream.
    pub async fn stream(&self, request: &Value) -> Answer {
        self.trigger_as("application/json", "application/x-ndjson", request.to_string().as_bytes()).await
    }

    /// The same with any type and body.
    pub async fn trigger_as(&self, content_type: &str, accept: &str, body: &[u8]) -> Answer {
        let headers = format!("Content-Type: {content_type}\r\nAccept: {accept}\r\n");
        call(&self.url, "POST", "/triggerReqs", &headers, body).await
    }
}

/// Every object type that a format carries, with each of its names.
pub fn carried(format: Format) -> impl Iterator<Item = (&'static ObjectType, &'static str)> {
    let carried = OBJECT_TYPES.iter().filter(move |known| known.carried(format).is_ok());
    carried.flat_map(|known| known.names.iter().map(move |name| (known, *name)))
}

/// A good request for 20 JSON `DummyObject`s, with changes.
pub fn request(provider: &str, changes: &Value) -> Value {
    let mut request = json!({
        "amount": 20,
        "provider_url": provider,
        "object_format": "JSON",
        "server_type": "rust",
        "object_type": "DummyObject",
    });
    for (name, value) in changes.as_object().unwrap() {
        request[name] = value.clone();
    }
    request
}
