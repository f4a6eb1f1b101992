//! Runs in blocks: bodies are fetched and guarded first, then parsed back to back.

use serde_json::json;

use crate::provider::{GOLDEN, Provider, Reaction, another, answer, json};
use crate::server::{Server, request};

#[actix_web::test]
async fn a_block_of_any_size_verifies_every_object_in_its_order() {
    let provider = Server::start(&[]);
    let consumer = Server::start(&[("PROVIDER_ALLOWLIST", &provider.url)]);
    for (block, concurrency) in [(1, 1), (7, 1), (100, 1), (1000, 1), (7, 8), (64, 16)] {
        let changes = json!({"amount": 100, "warmup": 10, "block": block, "concurrency": concurrency, "variants": 32, "checkpoints": [1, 50, 100]});
        let result = consumer.trigger(&request(&provider.url, &changes)).await.json();
        assert_eq!(result["verified"], 100, "block {block}: {result}");
        assert_eq!(result["checkpoints"].as_array().unwrap().len(), 3);
        let histogram_total = result["parse"]["total_ns"].as_u64().unwrap();
        assert_eq!(result["checkpoints"][2]["parse"]["total_ns"], histogram_total);
        assert_eq!(result["connections"], concurrency.min(block), "of a block no more are asked for than it has");
        for part in [&result, &result["warmup"]] {
            assert_eq!(part["lead_ns"].as_u64().is_some_and(|ns| ns > 0), block > 1, "{part}");
        }
    }
}

#[actix_web::test]
async fn a_block_is_fetched_before_any_of_it_is_parsed() {
    // The body of another object comes third, the one that no guard takes fifth: who refuses tells who looked first.
    let provider = Provider::start(|number| match number {
        2 => Reaction::Answer(json(&another())),
        4 => Reaction::Answer(json(b"\xff")),
        _ => Reaction::Answer(json(GOLDEN)),
    });
    let provider = provider.await;
    let problem = async |block: u64| {
        let server = Server::consuming(&provider.url);
        server.trigger(&request(&provider.url, &json!({"block": block}))).await.json()
    };
    let told = problem(5).await;
    assert_eq!((&told["refused_by"], &told["request"], &told["completed"]), (&"guard".into(), &4.into(), &0.into()));
    assert_eq!(provider.requests(), 5, "and nothing came after it");
}

#[actix_web::test]
async fn a_failure_in_a_block_says_which_request_it_was_and_what_was_completed() {
    let refusing = |at: u64| {
        Provider::start(move |number| Reaction::Answer(if number == at { json(&another()) } else { json(GOLDEN) }))
    };
    for (at, block) in [(2, 4), (5, 4), (7, 8), (19, 3)] {
        let provider = refusing(at).await;
        let answer = Server::consuming(&provider.url).trigger(&request(&provider.url, &json!({"block": block}))).await;
        assert_eq!(answer.problem(), (502, "deserialize_failed".to_owned()));
        let problem = answer.json();
        assert_eq!((&problem["request"], &problem["completed"]), (&at.into(), &at.into()), "{problem}");
        assert_eq!((&problem["refused_by"], &problem["phase"]), (&"comparison".into(), &"measured".into()));
    }
    let provider = Provider::failing_after(6, Reaction::Answer(answer("500 Internal Server Error", b""))).await;
    let answer = Server::consuming(&provider.url).trigger(&request(&provider.url, &json!({"block": 4}))).await;
    let problem = answer.json();
    assert_eq!((&problem["code"], &problem["request"]), (&"provider_status".into(), &6.into()), "{problem}");
    assert_eq!(problem["completed"], 4, "the second block was never parsed");
}

#[actix_web::test]
async fn a_block_holds_as_many_bytes_as_it_may_and_no_more() {
    let provider = Provider::failing_after(8, Reaction::Answer(json(&[GOLDEN, b" "].concat()))).await;
    let consumer =
        Server::start(&[("PROVIDER_ALLOWLIST", &provider.url), ("MAX_BLOCK_BYTES", &(4 * GOLDEN.len()).to_string())]);
    let answer = consumer.trigger(&request(&provider.url, &json!({"block": 4}))).await;
    assert_eq!(answer.problem(), (502, "provider_too_large".to_owned()));
    let problem = answer.json();
    assert_eq!((&problem["request"], &problem["completed"]), (&11.into(), &8.into()), "{problem}");
    assert!(problem["detail"].as_str().unwrap().contains("MAX_BLOCK_BYTES"), "{problem}");
}

#[actix_web::test]
async fn a_block_goes_with_http_only() {
    let provider = Provider::good().await;
    let changes = json!({"block": 2, "source": "replay"});
    let answer = Server::consuming(&provider.url).trigger(&request(&provider.url, &changes)).await;
    assert_eq!(answer.problem(), (400, "invalid_request".to_owned()));
    assert_eq!((&answer.json()["field"], provider.requests()), (&"block".into(), 0));
}

#[actix_web::test]
async fn no_request_is_in_flight_while_a_block_is_parsed() {
    // The parse of the first block ends the run. A request of the second would have been sent by then.
    let wrong = |number| if number == 3 { json(&another()) } else { json(GOLDEN) };
    let provider = Provider::start(move |number| Reaction::Answer(wrong(number)));
    let provider = provider.await;
    let answer =
        Server::consuming(&provider.url).trigger(&request(&provider.url, &json!({"block": 8, "concurrency": 4}))).await;
    assert_eq!(answer.problem(), (502, "deserialize_failed".to_owned()));
    assert_eq!(provider.requests(), 8);
}
