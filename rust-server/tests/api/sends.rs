//! Sends to receivers that answer otherwise than a server of the testbed does.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Answer, call};
use crate::receiver::{OPENING, Receiver};
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
