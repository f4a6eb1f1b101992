//! Every case of `providers/vectors/urls.json`, to which every server is held.

use serde_json::json;

use super::*;

/// The code of a request to this provider.
fn verdict(provider: &Value, config: &Config, engines: &EngineRegistry) -> String {
    let body = json!({
        "amount": 1, "provider_url": provider, "object_format": "JSON", "server_type": "rust", "object_type": "DummyObject",
    });
    match RunRequest::read(body.to_string().as_bytes(), config, engines) {
        Ok(_) => "allowed".to_owned(),
        Err(problem) => serde_json::to_value(problem).unwrap()["code"].as_str().unwrap().to_owned(),
    }
}

#[test]
fn every_url_has_the_verdict_that_is_written_down() {
    let vectors = include_str!("../../../../providers/vectors/urls.json");
    let vectors: Value = serde_json::from_str(vectors).unwrap();
    let origins: Vec<_> =
        vectors["allowlist"].as_array().unwrap().iter().map(|origin| origin.as_str().unwrap()).collect();
    let allowlist = origins.join(",");
    let config = Config::read(|name| (name == "PROVIDER_ALLOWLIST").then(|| allowlist.clone())).unwrap();
    let (engines, cases) = (EngineRegistry::checked(), vectors["cases"].as_array().unwrap());
    for expected in ["allowed", "provider_not_allowed", "invalid_request"] {
        assert!(cases.iter().any(|case| case["verdict"] == expected), "no case is {expected}");
    }
    for case in cases {
        assert_eq!(case["verdict"], verdict(&case["provider_url"], &config, &engines), "{case}");
    }
}
