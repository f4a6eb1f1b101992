//! Providers that fail: each way has its code, nothing is retried, and the server serves on.

use serde_json::{Value, json};
use tokio::net::TcpSocket;

use crate::client::get;
use crate::provider::{GOLDEN, Provider, Reaction, answer, chunked, json};
use crate::server::{Server, request};

/// Seven good objects, then this: the problem, after its place and the provider's count were checked.
async fn problem_of(reaction: Reaction) -> Value {
    let provider = Provider::failing_after(7, reaction).await;
    let server = Server::consuming(&provider.url);
    let answer = server.trigger(&request(&provider.url, &json!({}))).await;
    let (_, code) = answer.problem();
    let problem = answer.json();
    assert_eq!(
        (&problem["completed"], &problem["request"], &problem["phase"]),
        (&7.into(), &7.into(), &"measured".into()),
        "{problem}"
    );
    assert!(!problem.as_object().unwrap().keys().any(|name| name.contains("time")), "no sum of a failed run");
    assert_eq!(provider.requests(), 8, "nothing is retried after {code}");
    assert_eq!(get(&server.url, "/health_check").await.status, 200);
    assert_eq!(server.trigger(&request(&provider.url, &json!({}))).await.problem().1, code, "the lock is free again");
    problem
}

async fn assert_code(reaction: Reaction, status: u16, code: &str) {
    let problem = problem_of(reaction).await;
    assert_eq!((&problem["status"], &problem["code"]), (&status.into(), &code.into()), "{problem}");
}

#[actix_web::test]
async fn a_provider_that_breaks_off_or_speaks_no_http_is_unreachable() {
    assert_code(Reaction::Last(vec![]), 502, "provider_unreachable").await;
    assert_code(Reaction::Reset, 502, "provider_unreachable").await;
    assert_code(Reaction::Last(b"220 ready\r\n\r\n".to_vec()), 502, "provider_unreachable").await;
}

/// The answer to a run of ten objects from a provider that answers each request by this.
async fn run_with(reaction: impl Fn(u64) -> Reaction + 'static) -> Value {
    let provider = Provider::start(reaction).await;
    Server::consuming(&provider.url).trigger(&request(&provider.url, &json!({"amount": 10}))).await.json()
}

#[actix_web::test]
async fn a_connection_that_is_closed_between_answers_is_unreachable_unless_the_answer_said_so() {
    let problem =
        run_with(|number| if number < 7 { Reaction::Answer(json(GOLDEN)) } else { Reaction::Last(json(GOLDEN)) });
    let problem = problem.await;
    assert_eq!((&problem["code"], &problem["completed"]), (&"provider_unreachable".into(), &8.into()), "{problem}");
    let announced = answer("200 OK\r\nContent-Type: application/json\r\nConnection: close", GOLDEN);
    let framed_by_its_end = [b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n", GOLDEN].concat();
    for good in [announced, framed_by_its_end] {
        let result = run_with(move |_| Reaction::Last(good.clone())).await;
        assert_eq!((&result["verified"], &result["connections"]), (&10.into(), &10.into()), "{result}");
    }
}

#[actix_web::test]
async fn a_head_that_does_not_end_is_too_large_and_interim_answers_without_end_are_too_slow() {
    let head = [b"HTTP/1.1 200 OK\r\n".as_slice(), &b"X-More: y\r\n".repeat(100_000)].concat();
    assert_code(Reaction::Hang(head), 502, "provider_too_large").await;
    assert_code(Reaction::Trickle(b"HTTP/1.1 100 Continue\r\n\r\n".repeat(1000)), 504, "provider_timeout").await;
}

#[actix_web::test]
async fn a_port_where_nobody_listens_is_unreachable() {
    let bound = TcpSocket::new_v4().unwrap();
    bound.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let origin = format!("http://{}", bound.local_addr().unwrap());
    let server = Server::consuming(&origin);
    let answer = server.trigger(&request(&origin, &json!({}))).await;
    assert_eq!(answer.problem(), (502, "provider_unreachable".to_owned()));
    assert_eq!(answer.json()["completed"], 0);
}

#[actix_web::test]
async fn any_status_but_200_is_the_providers_and_redirects_are_not_followed() {
    let elsewhere = Provider::good().await;
    let redirect = format!("302 Found\r\nLocation: {}/JSONObject/2", elsewhere.url);
    for (head, status) in [
        ("500 Internal Server Error", 500),
        ("404 Not Found", 404),
        (redirect.as_str(), 302),
        ("206 Partial Content\r\nContent-Type: application/json", 206),
    ] {
        let problem = problem_of(Reaction::Answer(answer(head, GOLDEN))).await;
        assert_eq!(
            (&problem["code"], &problem["provider_status"]),
            (&"provider_status".into(), &status.into()),
            "{problem}"
        );
    }
    assert_code(Reaction::Answer(b"HTTP/1.1 204 No Content\r\n\r\n".to_vec()), 502, "provider_status").await;
    assert_eq!(elsewhere.connections(), 0);
}

#[actix_web::test]
async fn another_media_type_or_a_coding_is_refused_before_the_body() {
    for head in [
        "200 OK\r\nContent-Type: text/html",
        "200 OK\r\nContent-Type: application/xml",
        "200 OK",
        "200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip",
    ] {
        assert_code(Reaction::Answer(answer(head, GOLDEN)), 502, "provider_content_type").await;
    }
}

#[actix_web::test]
async fn a_body_that_ends_early_is_truncated() {
    let whole = json(GOLDEN);
    assert_code(Reaction::Last(whole[..whole.len() - 1].to_vec()), 502, "provider_truncated").await;
    assert_code(Reaction::Last(chunked(&[&GOLDEN[..10]], b"ff\r\nabc")), 502, "provider_truncated").await;
    assert_code(Reaction::Last(chunked(&[GOLDEN], b"")), 502, "provider_truncated").await;
}

#[actix_web::test]
async fn a_body_over_the_cap_is_too_large_declared_or_not() {
    let head = |length: u64| {
        format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n").into_bytes()
    };
    assert_code(Reaction::Hang(head(65_537)), 502, "provider_too_large").await;
    assert_code(Reaction::Hang(head(i64::MAX as u64)), 502, "provider_too_large").await;
    let chunk = b" ".repeat(4096);
    assert_code(Reaction::Hang(chunked(&vec![chunk.as_slice(); 17], b"")), 502, "provider_too_large").await;
    let padded = [GOLDEN, b" ".repeat(65_536 - GOLDEN.len()).as_slice()].concat();
    let provider = Provider::start(move |_| Reaction::Answer(json(&padded))).await;
    let result = Server::consuming(&provider.url).trigger(&request(&provider.url, &json!({}))).await.json();
    assert_eq!(result["payload"]["max_bytes"], 65_536, "at the cap it is taken: {result}");
}

#[actix_web::test]
async fn a_body_of_a_size_may_have_four_times_that() {
    let golden = get(&Server::start(&[]).url, "/JSONObject/Tweet?size=256KiB").await.body;
    for (length, status) in [(1 << 20, 200), ((1 << 20) + 1, 502)] {
        let padded = [golden.as_slice(), b" ".repeat(length - golden.len()).as_slice()].concat();
        let provider = Provider::start(move |_| Reaction::Answer(json(&padded))).await;
        let asked = request(&provider.url, &json!({"object_type": "Tweet", "size": "256KiB", "amount": 1}));
        let answer = Server::consuming(&provider.url).trigger(&asked).await;
        assert_eq!(answer.status, status, "{length}: {}", answer.json());
    }
}

#[actix_web::test]
async fn a_body_that_is_not_whole_in_time_is_cut_even_if_it_trickles() {
    assert_code(Reaction::Hang(vec![]), 504, "provider_timeout").await;
    assert_code(Reaction::Hang(json(GOLDEN)[..200].to_vec()), 504, "provider_timeout").await;
    assert_code(Reaction::Trickle(json(GOLDEN)), 504, "provider_timeout").await;
}

#[actix_web::test]
async fn a_run_that_takes_too_long_ends_though_each_body_is_in_time() {
    let provider = Provider::failing_after(7, Reaction::Hang(vec![])).await;
    let server = Server::start(&[
        ("PROVIDER_ALLOWLIST", &provider.url),
        ("RUN_TIMEOUT_BASE_MS", "200"),
        ("RUN_TIMEOUT_PER_OBJECT_MS", "1"),
    ]);
    let answer = server.trigger(&request(&provider.url, &json!({}))).await;
    assert_eq!(answer.problem(), (504, "provider_timeout".to_owned()));
    assert_eq!(answer.json()["completed"], 7);
}

#[actix_web::test]
async fn bytes_that_are_not_the_expected_object_say_who_refused_them() {
    let variants = include_str!("../../../providers/objects/DummyObject.variants.jsonl");
    let another = variants.lines().nth(1).unwrap().as_bytes();
    let (more, levels) =
        ([&GOLDEN[..GOLDEN.len() - 1], b",\"more\":1}"].concat(), [b"[".repeat(65), b"]".repeat(65)].concat());
    for (body, refused_by) in [
        (b"".as_slice(), "guard"),
        (&levels, "guard"),
        (b"null", "guard"),
        (b"{]", "guard"),
        (&more, "guard"),
        (another, "comparison"),
    ] {
        let problem = problem_of(Reaction::Answer(json(body))).await;
        assert_eq!(
            (&problem["code"], &problem["refused_by"]),
            (&"deserialize_failed".into(), &refused_by.into()),
            "{problem}"
        );
        assert_eq!(problem["body_bytes"], body.len());
        assert_eq!(problem["body_sha256"].as_str().unwrap().len(), 64);
        assert!(!problem["detail"].as_str().unwrap().contains("more\""), "the provider's bytes are not passed on");
    }
}

#[actix_web::test]
async fn a_failure_in_the_warmup_says_so() {
    let provider = Provider::failing_after(3, Reaction::Answer(json(b"{"))).await;
    let problem =
        Server::consuming(&provider.url).trigger(&request(&provider.url, &json!({"warmup": 10}))).await.json();
    assert_eq!(
        (&problem["phase"], &problem["request"], &problem["completed"]),
        (&"warmup".into(), &3.into(), &0.into())
    );
}
