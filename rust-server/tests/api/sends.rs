//! Sends to receivers that answer otherwise than a server of the testbed does.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Answer, call};
use crate::receiver::{OPENING, Receiver, TOKEN};
use crate::server::Server;

/// Time that a verdict which waits for nothing never takes.
const AT_ONCE: Duration = Duration::from_secs(10);

/// One send of three objects, with two before them.
async fn send(receiver: Receiver, transfer: &str) -> (Answer, usize) {
    let (url, connections) = receiver.start().await;
    let server = Server::start(&[("RECEIVER_ALLOWLIST", &url), ("READ_TIMEOUT_MS", "20000")]);
    let body = json!({
        "amount": 3, "warmup": 2, "receiver_url": url, "object_format": "JSON", "server_type": "rust",
        "object_type": "DummyObject", "transfer": transfer,
    });
    let fields = "Content-Type: application/json\r\n";
    let began = Instant::now();
    let answer = call(&server.url, "POST", "/triggerSends", fields, body.to_string().as_bytes()).await;
    assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
    (answer, connections.get())
}

async fn verdict(receiver: Receiver) -> String {
    let (answer, _) = send(receiver, "request").await;
    if answer.status == 200 { "believed".to_owned() } else { answer.problem().1 }
}

fn opening(head: &str) -> Receiver {
    Receiver { opening: head.to_owned(), ..Receiver::honest() }
}

#[actix_web::test]
async fn an_ingest_is_known_by_its_media_type_whatever_its_case_and_parameters() {
    for (field, expected) in [
        ("Content-Type: application/x-ndjson; charset=utf-8", "believed"),
        ("Content-Type: APPLICATION/X-NDJSON", "believed"),
        ("Content-Type: application/x-ndjsonx", "receiver_unreachable"),
        ("Content-Type: application/problem+json", "receiver_unreachable"),
        ("X: y", "receiver_unreachable"),
        ("Content-Type: application/x-ndjson\r\nContent-Encoding: identity", "receiver_unreachable"),
        ("Content-Type: application/x-ndjson\r\nContent-Encoding: gzip", "receiver_unreachable"),
    ] {
        assert_eq!(verdict(opening(&format!("HTTP/1.1 200 OK\r\n{field}\r\n\r\n"))).await, expected, "{field}");
    }
}

#[actix_web::test]
async fn a_head_of_a_receiver_may_be_as_long_as_one_of_a_provider() {
    let padding = format!("X: {}\r\n", "y".repeat(16_200));
    let long = |head: &str| head.replacen("\r\n", &format!("\r\n{padding}"), 1);
    assert_eq!(verdict(opening(&long(OPENING))).await, "believed");
    let early = long("HTTP/1.1 103 Early Hints\r\n\r\n");
    assert_eq!(verdict(opening(&format!("{}{OPENING}", early.repeat(8)))).await, "believed");
    let pushed = long(&Receiver::honest().pushed);
    assert_eq!(verdict(Receiver { pushed, ..Receiver::honest() }).await, "believed");
    assert_eq!(
        verdict(opening(&OPENING.replacen("\r\n", &format!("\r\n{padding}{padding}"), 1))).await,
        "receiver_unreachable"
    );
}

/// What is no problem of 400 or more is not read, though its connection stays open.
#[actix_web::test]
async fn a_refusal_is_told_by_its_status_and_its_type_before_its_body() {
    let problem = "Content-Type: application/problem+json";
    for (status, field, body, code) in [
        ("201 Created", "Content-Type: application/x-ndjson", "", "receiver_unreachable"),
        ("204 No Content", problem, "", "receiver_unreachable"),
        ("302 Found", problem, r#"{"code":"busy"}"#, "receiver_unreachable"),
        ("409 Conflict", "Content-Type: text/html", r#"{"code":"busy"}"#, "receiver_unreachable"),
        (
            "409 Conflict",
            "Content-Type: application/problem+json\r\nContent-Encoding: gzip",
            "{}",
            "receiver_unreachable",
        ),
        ("500 Internal Server Error", "Content-Type: text/html", "<h1>", "receiver_unreachable"),
    ] {
        let receiver = opening(&format!("HTTP/1.1 {status}\r\n{field}\r\n\r\n{body}"));
        assert_eq!(verdict(Receiver { opens: false, ..receiver }).await, code, "{status} {field}");
    }
    for (body, code) in [
        (r#"{"code":"busy"}"#, "busy"),
        (r#"{"code":"too_large"}"#, "receiver_refused"),
        (r#"{"code":"a code of another contract"}"#, "receiver_refused"),
        (r#"{"code":"busy","code":"busy"}"#, "receiver_unreachable"),
        (r#"["busy"]"#, "receiver_unreachable"),
        (r#"{"code":"busy"} x"#, "receiver_unreachable"),
        ("busy", "receiver_unreachable"),
        ("", "receiver_unreachable"),
    ] {
        let head = format!(
            "HTTP/1.1 409 Conflict\r\nContent-Type: Application/Problem+JSON; charset=utf-8\r\nContent-Length: {}",
            body.len()
        );
        let receiver = opening(&format!("{head}\r\n\r\n{body}"));
        assert_eq!(verdict(Receiver { opens: false, ..receiver }).await, code, "{body}");
    }
}

#[actix_web::test]
async fn an_event_is_one_that_every_reader_takes_for_the_same() {
    let opened = |line: &str| Receiver { opened: line.replace("TOKEN", TOKEN), ..Receiver::honest() };
    for (line, code) in [
        (r#"{"event":"opened","token":"TOKEN","more":[1]}"#, "believed"),
        (r#"{"event":"opened","token":"TOKEN","token":"TOKEN"}"#, "receiver_unreachable"),
        (r#"{"event":"opened","event":"opened","token":"TOKEN"}"#, "receiver_unreachable"),
        (r#"{"event":"opened","token":"0123456789ABCDEF0123456789ABCDEF"}"#, "receiver_unreachable"),
        ("{\"event\":\"started\"}\n{\"event\":\"opened\",\"token\":\"TOKEN\"}", "receiver_unreachable"),
    ] {
        assert_eq!(verdict(opened(line)).await, code, "{line}");
    }
    for (before, code) in [
        ("{\"event\":\"started\"}\n", "believed"),
        ("{\"event\":\"checkpoint\"}\n", "receiver_unreachable"),
        ("{\"event\":\"problem\",\"code\":\"deserialize_failed\",\"code\":\"busy\"}\n", "receiver_unreachable"),
        ("{\"event\":\"problem\",\"code\":\"deserialize_failed\"}\n", "receiver_refused"),
    ] {
        assert_eq!(verdict(Receiver { before: before.to_owned(), ..Receiver::honest() }).await, code, "{before}");
    }
    let results: [fn(String) -> String; 2] = [
        |line| line.replacen('{', r#"{"amount":3,"#, 1),
        |line| line.replace(r#""payload":{"#, r#""payload":{"sha256":"0","#),
    ];
    for result in results {
        assert_eq!(verdict(Receiver { result, ..Receiver::honest() }).await, "receiver_unreachable");
    }
}

#[actix_web::test]
async fn another_connection_is_opened_where_an_answer_ends_its_own() {
    for (answer, kept) in [
        ("HTTP/1.1 204 No Content\r\n\r\n", true),
        ("HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n", true),
        ("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n", false),
        ("HTTP/1.0 204 No Content\r\n\r\n", false),
        ("HTTP/1.0 204 No Content\r\nConnection: keep-alive\r\n\r\n", false),
        ("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello", false),
        ("HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", false),
    ] {
        let (sent, connections) = send(Receiver { pushed: answer.to_owned(), ..Receiver::honest() }, "request").await;
        assert_eq!(sent.status, 200, "{answer} {}", sent.json());
        // That of the ingest is one more.
        assert_eq!(connections, 1 + if kept { 1 } else { 5 }, "{answer}");
    }
}
