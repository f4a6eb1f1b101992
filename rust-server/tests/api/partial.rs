//! Runs of operation partial, and what is told of them.

use serde_json::{Value, json};
use testbed_contract::{Format, Operation};
use testbed_engines::CheckedEngine;
use testbed_objects::{DummyExcerpt, DummyObject, Excerpt, NumericExcerpt, NumericObject, OBJECT_TYPES, Object};

use crate::client::{call, get};
use crate::provider::{Provider, Reaction, another, json as body};
use crate::server::{Server, request};

/// The engines of operation partial that a server has.
fn partial(server: &Server) -> impl Iterator<Item = &CheckedEngine> {
    server.state.engines.all().filter(|engine| engine.operation == Operation::Partial)
}

#[actix_web::test]
async fn every_partial_engine_runs_over_http_in_blocks_in_replay_and_on_several_threads() {
    let provider = Server::start(&[]);
    let consumer = Server::consuming(&provider.url);
    for engine in partial(&provider) {
        for (object_type, how) in [
            ("DummyObject", json!({"amount": 100, "concurrency": 4, "checkpoints": [50]})),
            ("NumericObject", json!({"block": 64, "warmup": 10})),
            ("DummyObject", json!({"source": "replay"})),
            ("NumericObject", json!({"source": "replay", "threads": 2})),
        ] {
            let mut changes = json!({
                "operation": "partial",
                "object_format": engine.format.name(),
                "object_type": object_type,
                "engine": engine.name,
                "amount": 1000,
                "variants": 100,
            });
            changes.as_object_mut().unwrap().extend(how.as_object().unwrap().clone());
            let result = consumer.trigger(&request(&provider.url, &changes)).await.json();
            let told = json!({
                "name": engine.name,
                "library": engine.library,
                "version": engine.version,
                "format": engine.format.name(),
                "operation": "partial",
                "kind": engine.kind,
            });
            assert_eq!((&result["engine"], &result["verified"]), (&told, &changes["amount"]), "{result}");
            assert_eq!(result["environment"]["libraries"][engine.library], engine.version);
        }
    }
}

#[actix_web::test]
async fn the_default_of_format_and_operation_runs_where_no_engine_is_named() {
    let provider = Server::start(&[]);
    let consumer = Server::consuming(&provider.url);
    for (operation, engine, kind) in
        [("decode", "bson", Value::Null), ("partial", "bson-partial", json!("partial-typed"))]
    {
        let changes = json!({"operation": operation, "object_format": "BSON"});
        let told = &consumer.trigger(&request(&provider.url, &changes)).await.json()["engine"];
        assert_eq!((&told["name"], &told["operation"], &told["kind"]), (&json!(engine), &json!(operation), &kind));
    }
}

#[actix_web::test]
async fn another_excerpt_is_refused_by_the_comparison_and_another_object_with_the_same_is_not() {
    let golden = String::from_utf8_lossy(DummyObject::golden(Format::Json)).into_owned();
    let same = golden.replacen("\"isActive\":false", "\"isActive\":true", 1).into_bytes();
    assert_ne!(same, golden.as_bytes());
    let run = async |sent: Vec<u8>, operation: &str| {
        let provider = Provider::start(move |_| Reaction::Answer(body(&sent))).await;
        let changes = json!({"operation": operation});
        Server::consuming(&provider.url).trigger(&request(&provider.url, &changes)).await
    };
    for (sent, operation, what) in [
        (another(), "partial", "the provider's body has another excerpt than expected"),
        (same.clone(), "decode", "the provider's body decodes to another object than expected"),
    ] {
        let answer = run(sent, operation).await;
        assert_eq!(answer.problem(), (502, "deserialize_failed".to_owned()));
        let problem = answer.json();
        assert_eq!(problem["refused_by"], "comparison");
        assert!(problem["detail"].as_str().unwrap().starts_with(what), "{problem}");
    }
    assert_eq!(run(same, "partial").await.json()["verified"], 20, "what is skipped is not compared");
}

#[actix_web::test]
async fn the_guard_looks_at_what_is_skipped_too() {
    let golden = String::from_utf8_lossy(DummyObject::golden(Format::Json)).into_owned();
    let sent = golden.replacen("\"isActive\":false", "\"isActive\":null", 1).into_bytes();
    assert_ne!(sent, golden.as_bytes());
    let provider = Provider::start(move |_| Reaction::Answer(body(&sent))).await;
    let changes = json!({"operation": "partial"});
    let answer = Server::consuming(&provider.url).trigger(&request(&provider.url, &changes)).await;
    assert_eq!((answer.status, &answer.json()["refused_by"]), (502, &json!("guard")));
}

#[actix_web::test]
async fn a_table_says_what_was_read() {
    let provider = Server::start(&[]);
    let asked = request(&provider.url, &json!({"operation": "partial", "engine": "jiter"})).to_string();
    let consumer = Server::consuming(&provider.url);
    let answer = consumer.trigger_as("application/json", "text/plain", asked.as_bytes()).await;
    let text = String::from_utf8(answer.body).unwrap();
    assert!(text.contains(", block 1, operation partial, kind pull\n"), "{text}");
}

#[actix_web::test]
async fn a_golden_comes_back_as_its_excerpt_by_every_partial_engine() {
    let server = Server::start(&[]);
    let numeric = serde_json::to_vec(&NumericExcerpt::of(&NumericObject::canonical())).unwrap();
    let dummy = serde_json::to_vec(&DummyExcerpt::of(&DummyObject::canonical())).unwrap();
    assert!(numeric.starts_with(b"{\"/id\":\"") && dummy.starts_with(b"{\"/_id\":\""));
    for engine in partial(&server) {
        for (object_type, excerpt) in [(NumericObject::TYPE, &numeric), (DummyObject::TYPE, &dummy)] {
            let path = format!("/decode/{}/{}?engine={}", engine.format.name(), object_type.name, engine.name);
            let answer = call(&server.url, "POST", &path, "", object_type.golden(engine.format)).await;
            assert_eq!((answer.status, &answer.body), (200, excerpt), "{path}");
            assert_eq!(answer.headers["content-type"], "application/json");
        }
    }
    let short = call(
        &server.url,
        "POST",
        "/decode/JSON/1?engine=jiter",
        "",
        br#"{"id":"a","index":0,"numbr":1,"coordinates":[]}"#,
    );
    let short = short.await.body;
    assert_eq!(String::from_utf8(short).unwrap(), r#"{"/id":"a","/numbr":1,"/coordinates/4/latitude":null}"#);
    let answer = call(&server.url, "POST", "/decode/JSON/Order?engine=jiter", "", b"{}").await;
    assert_eq!((answer.status, &answer.json()["field"]), (400, &json!("engine")), "it reads no excerpt of this type");
}

#[actix_web::test]
async fn what_is_announced_of_partial_engines_is_what_the_contract_says() {
    let server = Server::start(&[]);
    let announced = get(&server.url, "/engines").await.json();
    let engines = announced["engines"].as_array().unwrap();
    let vector: Value = serde_json::from_str(include_str!("../../../providers/vectors/excerpts.json")).unwrap();
    for known in announced["object_types"].as_array().unwrap() {
        assert_eq!(known.get("excerpt"), vector.get(known["name"].as_str().unwrap()), "{known}");
    }
    for engine in engines {
        let is_partial = engine["operation"] == "partial";
        assert_eq!(engine.get("kind").is_none(), engine["operation"] == "decode", "{engine}");
        assert_eq!(engine.get("skipped").is_some(), is_partial, "{engine}");
        if is_partial {
            assert_eq!(engine["object_types"], json!(["NumericObject", "DummyObject"]), "{engine}");
            assert_eq!(engine["checks"], json!([]), "{engine}");
            let failing = engine["failing"].as_array().unwrap();
            let order = format!("Order: {} has no reader of it", engine["name"].as_str().unwrap());
            assert!(failing.len() == OBJECT_TYPES.len() - 2 && failing.contains(&json!(order)), "{engine}");
        }
    }
    let defaults = engines.iter().filter(|engine| engine["operation"] == "partial" && engine["default"] == true);
    let defaults: Vec<_> = defaults.map(|engine| json!([engine["format"], engine["kind"]])).collect();
    let formats = server.state.engines.formats(Operation::Partial);
    let expected: Vec<_> = formats.map(|format| json!([format.name(), "partial-typed"])).collect();
    assert_eq!(defaults, expected);
}
