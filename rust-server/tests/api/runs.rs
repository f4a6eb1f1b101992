//! Runs: their figures, their stream, their lock, their end.

use std::sync::Arc;
use std::time::Duration;

use actix_web::rt::spawn;
use actix_web::rt::time::{sleep, timeout};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::Notify;

use crate::client::{get, send};
use crate::provider::{GOLDEN, Provider, Reaction, another, chunked, json};
use crate::server::{Server, request};

/// Waits for what must come soon; a test that waits in vain fails.
async fn soon(condition: impl AsyncFn() -> bool) {
    let waited = timeout(Duration::from_secs(10), async {
        while !condition().await {
            sleep(Duration::from_millis(5)).await;
        }
    });
    waited.await.expect("it comes true in time");
}

/// A provider and a consumer of this crate.
fn pair() -> (Server, Server) {
    let provider = Server::start(&[]);
    let consumer = Server::start(&[("PROVIDER_ALLOWLIST", &provider.url)]);
    (provider, consumer)
}

#[actix_web::test]
async fn every_scenario_verifies_every_object_and_its_figures_add_up() {
    let (provider, consumer) = pair();
    for (format, name) in [("JSON", "json"), ("BSON", "bson"), ("XML", "xml")] {
        for object_type in ["NumericObject", "DummyObject"] {
            let changes = json!({"object_format": format, "object_type": object_type, "amount": 100, "warmup": 10, "checkpoints": [50, 100]});
            let result = consumer.trigger(&request(&provider.url, &changes)).await.json();
            assert_eq!(
                (&result["rust"], &result["amount"], &result["verified"], &result["connections"]),
                (&1.into(), &100.into(), &100.into(), &1.into()),
                "{result}"
            );
            let parse = &result["parse"];
            let total = parse["total_ns"].as_u64().unwrap();
            assert_eq!(result[format!("{name}_parsing_time_micro_s")], (total + 500) / 1000);
            assert!(result[format!("{name}_total_time_ms")].as_u64().unwrap() >= total / 1_000_000);
            let ascending: Vec<_> = ["min_ns", "p50_ns", "p90_ns", "p99_ns", "max_ns", "total_ns"]
                .map(|figure| parse[figure].as_u64().unwrap())
                .into();
            assert!(ascending[0] > 0 && ascending.is_sorted(), "{parse}");
            assert_eq!(result["warmup"]["amount"], 10);
            assert_eq!(result["checkpoints"][0]["amount"], 50);
            assert_eq!(&result["checkpoints"][1]["parse"], parse);
            assert_eq!(
                (&result["engine"]["format"], &result["environment"]["runtime"]),
                (&format.into(), &"rust".into())
            );
            let golden = get(&provider.url, &format!("/{format}Object/{object_type}")).await.body;
            let speed = result["payload"]["megabytes_per_second"].clone();
            let payload = json!({"bytes": 100 * golden.len(), "min_bytes": golden.len(), "max_bytes": golden.len(), "megabytes_per_second": speed, "sha256": hex::encode(Sha256::digest(&golden))});
            assert_eq!(result["payload"], payload);
        }
    }
}

#[actix_web::test]
async fn variants_are_cycled_over_http_and_in_replay_with_the_connections_counted() {
    let (provider, consumer) = pair();
    let mut digests = Vec::new();
    for (source, concurrency, amount, connections) in
        [("http", 1, 40, 1), ("http", 8, 200, 8), ("replay", 8, 200, 8), ("replay", 1, 200, 0)]
    {
        let changes = json!({"source": source, "concurrency": concurrency, "amount": amount, "variants": 32, "object_format": "BSON"});
        let result = consumer.trigger(&request(&provider.url, &changes)).await.json();
        assert_eq!((&result["verified"], &result["connections"]), (&amount.into(), &connections.into()), "{result}");
        assert!(result["payload"]["min_bytes"].as_u64() < result["payload"]["max_bytes"].as_u64());
        digests.push(result["payload"]["sha256"].clone());
    }
    digests.dedup();
    assert_eq!(digests.len(), 1, "the same bytes whatever their way");
}

#[actix_web::test]
async fn replay_asks_for_each_variant_once_and_the_next_one_for_none() {
    let provider = Provider::good().await;
    let consumer = Server::consuming(&provider.url);
    for connections in [1, 0] {
        let changes = json!({"source": "replay", "amount": 5000, "warmup": 100});
        let result = consumer.trigger(&request(&provider.url, &changes)).await.json();
        assert_eq!((&result["verified"], provider.requests()), (&5000.into(), 1), "{result}");
        assert_eq!(
            (&result["connections"], &result["warmup"]["connections"]),
            (&connections.into(), &connections.into())
        );
    }
}

#[actix_web::test]
async fn a_replay_of_wrong_bodies_asks_a_provider_that_was_mended_again() {
    for (wrong, by) in [(b"{}".to_vec(), "guard"), (another(), "comparison")] {
        let wrong = json(&wrong);
        let provider =
            Provider::start(move |number| Reaction::Answer(if number == 0 { wrong.clone() } else { json(GOLDEN) }));
        let provider = provider.await;
        let consumer = Server::consuming(&provider.url);
        let replay = request(&provider.url, &json!({"source": "replay"}));
        assert_eq!(consumer.trigger(&replay).await.json()["refused_by"], by);
        assert_eq!(consumer.trigger(&replay).await.status, 200);
        assert_eq!(provider.requests(), 2);
    }
}

#[actix_web::test]
async fn the_stream_has_an_event_a_line_and_ends_in_the_result() {
    let (provider, consumer) = pair();
    let answer = consumer.stream(&request(&provider.url, &json!({"warmup": 5, "checkpoints": [10, 20]}))).await;
    let mut events = answer.events();
    let names: Vec<_> =
        events.iter_mut().map(|event| event.as_object_mut().unwrap().remove("event").unwrap()).collect();
    assert_eq!(names, ["started", "checkpoint", "checkpoint", "result"]);
    assert_eq!(
        (&events[0]["amount"], &events[0]["warmup"], &events[0]["engine"]["name"]),
        (&20.into(), &5.into(), &"serde_json".into())
    );
    assert_eq!(events[3]["checkpoints"], json!([events[1], events[2]]));
    assert_eq!(events[3]["verified"], 20);
}

#[actix_web::test]
async fn a_failure_ends_the_stream_in_a_problem_after_what_was_measured() {
    let provider = Provider::failing_after(15, Reaction::Last(vec![])).await;
    let answer =
        Server::consuming(&provider.url).stream(&request(&provider.url, &json!({"checkpoints": [10, 20]}))).await;
    let events = answer.events();
    assert_eq!(events.iter().map(|event| &event["event"]).collect::<Vec<_>>(), ["started", "checkpoint", "problem"]);
    assert_eq!(
        (&events[2]["code"], &events[2]["completed"], &events[2]["status"]),
        (&"provider_unreachable".into(), &15.into(), &502.into())
    );
}

/// A provider that holds its first answer back, and what lets it go.
async fn holding() -> (Provider, Arc<Notify>) {
    let go = Arc::new(Notify::new());
    let held = Arc::clone(&go);
    let provider = Provider::start(move |number| match number {
        0 => Reaction::Hold(json(GOLDEN), Arc::clone(&held)),
        _ => Reaction::Answer(json(GOLDEN)),
    });
    (provider.await, go)
}

#[actix_web::test]
async fn one_run_at_a_time_and_health_answers_meanwhile() {
    let (provider, go) = holding().await;
    let server = Arc::new(Server::start(&[("PROVIDER_ALLOWLIST", &provider.url)]));
    let (first, body) = (Arc::clone(&server), request(&provider.url, &json!({})));
    let first = spawn(async move { first.trigger(&body).await });
    soon(async || provider.requests() == 1).await;
    assert_eq!(get(&server.url, "/health_check").await.status, 200);
    let second = server.trigger(&request(&provider.url, &json!({}))).await;
    assert_eq!((second.problem(), second.headers["retry-after"].as_str()), ((409, "busy".to_owned()), "1"));
    assert_eq!(provider.requests(), 1);
    go.notify_one();
    assert_eq!(first.await.unwrap().json()["verified"], 20);
    assert_eq!(server.trigger(&request(&provider.url, &json!({}))).await.status, 200, "the lock is free at once");
}

#[actix_web::test]
async fn a_client_that_goes_away_ends_the_run() {
    for accept in ["*/*", "application/x-ndjson"] {
        let provider = Provider::good().await;
        let server = Server::start(&[("PROVIDER_ALLOWLIST", &provider.url)]);
        let body = request(&provider.url, &json!({"amount": 1_000_000})).to_string();
        let headers = format!("Content-Type: application/json\r\nAccept: {accept}\r\n");
        let client = send(&server.url, "POST", "/triggerReqs", &headers, body.as_bytes()).await;
        soon(async || provider.requests() > 100).await;
        drop(client);
        soon(async || server.trigger(&request(&provider.url, &json!({"amount": 1}))).await.status == 200).await;
        assert!(provider.requests() < 1_000_000, "{accept}: the run did not just end");
    }
}

#[actix_web::test]
async fn a_client_that_closes_its_side_gets_nothing_more_and_the_next_run_may_begin() {
    for (accept, events) in
        [("*/*", vec![]), ("text/plain", vec![]), ("application/x-ndjson", vec!["started", "checkpoint"])]
    {
        let provider = Provider::failing_after(5, Reaction::Hang(vec![])).await;
        let server = Server::start(&[("PROVIDER_ALLOWLIST", &provider.url), ("READ_TIMEOUT_MS", "60000")]);
        let body = request(&provider.url, &json!({"checkpoints": [5]})).to_string();
        let headers = format!("Content-Type: application/json\r\nAccept: {accept}\r\n");
        let mut client = send(&server.url, "POST", "/triggerReqs", &headers, body.as_bytes()).await;
        let mut bytes = Vec::new();
        soon(async || provider.requests() == 6).await;
        while events.len() != String::from_utf8_lossy(&bytes).matches("\"event\"").count() {
            assert!(client.read_buf(&mut bytes).await.unwrap() > 0, "{accept}");
        }
        client.shutdown().await.unwrap();
        timeout(Duration::from_secs(10), client.read_to_end(&mut bytes)).await.expect("it is closed").unwrap();
        let told = String::from_utf8(bytes).unwrap();
        assert_eq!(told.matches("\"event\"").count(), events.len(), "{told}");
        assert!(events.iter().all(|event| told.contains(event)) && told.is_empty() == events.is_empty(), "{told}");
        soon(async || server.state.runs.right().is_ok()).await;
    }
}

#[actix_web::test]
async fn a_client_that_goes_away_ends_a_run_from_memory_too() {
    let provider = Provider::good().await;
    let server = Server::start(&[("PROVIDER_ALLOWLIST", &provider.url), ("MAX_AMOUNT", "1000000000")]);
    let body = request(&provider.url, &json!({"amount": 1_000_000_000, "source": "replay"})).to_string();
    let client = send(&server.url, "POST", "/triggerReqs", "Content-Type: application/json\r\n", body.as_bytes()).await;
    soon(async || provider.requests() == 1).await;
    drop(client);
    soon(async || server.trigger(&request(&provider.url, &json!({"amount": 1}))).await.status == 200).await;
}

#[actix_web::test]
async fn a_server_told_to_stop_ends_its_run_with_a_problem() {
    let provider = Provider::failing_after(5, Reaction::Hang(vec![])).await;
    let server = Arc::new(Server::start(&[("PROVIDER_ALLOWLIST", &provider.url)]));
    let (running, body) = (Arc::clone(&server), request(&provider.url, &json!({})));
    let run = spawn(async move { running.trigger(&body).await });
    soon(async || provider.requests() == 6).await;
    server.state.runs.stop();
    let answer = timeout(Duration::from_secs(2), run).await.expect("it ends in time").unwrap();
    assert_eq!(answer.problem(), (503, "shutting_down".to_owned()));
    assert_eq!(answer.json()["completed"], 5);
}

#[actix_web::test]
async fn a_provider_that_closes_after_each_answer_is_served_by_new_connections() {
    let closing = [
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n".as_slice(),
        format!("Content-Length: {}\r\n\r\n", GOLDEN.len()).as_bytes(),
        GOLDEN,
    ]
    .concat();
    let provider = Provider::start(move |_| Reaction::Last(closing.clone())).await;
    let result = Server::consuming(&provider.url).trigger(&request(&provider.url, &json!({}))).await.json();
    assert_eq!(
        (&result["verified"], &result["connections"], provider.connections()),
        (&20.into(), &20.into(), 20),
        "{result}"
    );
}

#[actix_web::test]
async fn a_body_in_pieces_is_whole_before_it_is_parsed() {
    let bytes: Vec<&[u8]> = GOLDEN.chunks(1).collect();
    for chunks in [vec![GOLDEN], vec![&GOLDEN[..1], &GOLDEN[1..500], &GOLDEN[500..]], bytes] {
        let answer = chunked(&chunks, b"0\r\n\r\n");
        let provider = Provider::start(move |_| Reaction::Answer(answer.clone())).await;
        let result: Value =
            Server::consuming(&provider.url).trigger(&request(&provider.url, &json!({"concurrency": 3}))).await.json();
        assert_eq!(result["verified"], 20, "{result}");
    }
}
