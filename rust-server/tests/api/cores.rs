//! Runs with `threads`: several parse at once.

use serde_json::json;
use testbed_environment::cpus;

use crate::provider::{GOLDEN, Provider, Reaction, json as body};
use crate::server::{Server, request};

#[actix_web::test]
async fn as_many_threads_as_cpus_verify_every_object() {
    let provider = Server::start(&[]);
    let consumer = Server::consuming(&provider.url);
    for format in ["JSON", "BSON", "XML"] {
        for threads in [1, cpus().min(64)] {
            let changes = json!({
                "source": "replay", "object_format": format, "amount": 1001, "warmup": 100, "variants": 64, "threads": threads,
            });
            let result = consumer.trigger(&request(&provider.url, &changes)).await.json();
            assert_eq!((&result["verified"], &result["cores"]["threads"]), (&1001.into(), &threads.into()), "{result}");
            let [total, drops, wall] = [
                &result["parse"]["total_ns"],
                &result["reclaim"]["drop_ns"],
                &result[format!("{}_total_time_ms", format.to_lowercase())],
            ]
            .map(|ns| ns.as_f64().unwrap());
            assert!((total + drops) / 1e6 <= (wall + 1.0) * f64::from(u32::try_from(threads).unwrap()), "{result}");
            let told = result["cores"]["objects_per_s"].as_f64().unwrap();
            assert!(told > 0.0 && (threads > 1 || (told / (1001e9 / (total + drops)) - 1.0).abs() < 1e-9), "{result}");
        }
    }
    let alone = consumer.trigger(&request(&provider.url, &json!({"source": "replay"}))).await.json();
    assert_eq!(alone.get("cores"), None);
}

#[actix_web::test]
async fn the_table_tells_how_fast_they_were_together() {
    let provider = Provider::good().await;
    let body = request(&provider.url, &json!({"source": "replay", "threads": 1})).to_string();
    let consumer = Server::consuming(&provider.url);
    let text = consumer.trigger_as("application/json", "text/plain", body.as_bytes()).await.body;
    let text = String::from_utf8(text).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("cores          1 thread: ")).expect(&text);
    assert!(line.ends_with(" objects a second"), "{line}");
    assert!(text.contains("condition      replay, concurrency 1, variants 1, block 1, threads 1\n"), "{text}");
}

#[actix_web::test]
async fn what_threads_do_not_go_with_is_refused_before_a_request_is_sent() {
    let provider = Provider::good().await;
    let consumer = Server::consuming(&provider.url);
    let more = cpus() + 1;
    for (changes, detail) in [
        (json!({"threads": more}), if more > 64 { "from 1 to 64".to_owned() } else { format!("which is {}", cpus()) }),
        (json!({"threads": 0}), "from 1 to 64".to_owned()),
        (json!({"source": "http"}), "source replay only".to_owned()),
        (json!({"source": "http", "block": 2}), "source replay only".to_owned()),
        (json!({"concurrency": 2}), "concurrency 1 only".to_owned()),
        (json!({"checkpoints": [1]}), "empty checkpoints only".to_owned()),
    ] {
        let mut all = json!({"source": "replay", "threads": 1});
        all.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        let answer = consumer.trigger(&request(&provider.url, &all)).await;
        assert_eq!(answer.problem(), (400, "invalid_request".to_owned()), "{changes}");
        let problem = answer.json();
        assert_eq!(problem["field"], "threads");
        assert!(problem["detail"].as_str().unwrap().contains(&detail), "{problem}");
    }
    assert_eq!(provider.requests(), 0);
}

#[actix_web::test]
async fn a_refused_body_is_told_and_asked_for_again() {
    let answer = |number| if number == 0 { body(b"{}") } else { body(GOLDEN) };
    let provider = Provider::start(move |number| Reaction::Answer(answer(number))).await;
    let consumer = Server::consuming(&provider.url);
    let replay = request(&provider.url, &json!({"source": "replay", "threads": cpus().min(2), "amount": 1000}));
    let problem = consumer.trigger(&replay).await.json();
    let told = ["code", "refused_by", "phase", "request", "completed"].map(|member| problem[member].clone());
    assert_eq!(told, [json!("deserialize_failed"), json!("guard"), json!("measured"), json!(0), json!(0)]);
    let result = consumer.trigger(&replay).await.json();
    assert_eq!((&result["verified"], provider.requests()), (&1000.into(), 2), "{result}");
}
