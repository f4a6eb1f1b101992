//! What a client may take of the server: connections, time, heads. Each limit at its edge and beyond.
//!
//! The HTTP library reads its clock twice a second, so its timers are up to half a second early.

use std::time::Duration;

use actix_web::rt::time::timeout;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::{Answer, get, read};
use crate::server::Server;

/// Long enough for anything that must happen.
const SOON: Duration = Duration::from_secs(10);

async fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.url.strip_prefix("http://").unwrap()).await.unwrap()
}

/// All that the server sends until it closes the connection, which it must.
async fn until_closed(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A reset closes it as well.
    let _end = timeout(SOON, stream.read_to_end(&mut bytes)).await.expect("the server closes the connection");
    bytes
}

/// One request on a connection that stays.
async fn ask(stream: &mut TcpStream) -> Option<u16> {
    stream.write_all(b"GET /health_check HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") {
        if stream.read_buf(&mut bytes).await.unwrap() == 0 {
            return None;
        }
    }
    Some(read(&bytes).status)
}

/// A `GET` whose head is this long.
async fn with_head(server: &Server, headers: &str) -> Answer {
    let mut stream = connect(server).await;
    let head = format!("GET /health_check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n");
    // Whoever refuses early may close early.
    let _sent = stream.write_all(head.as_bytes()).await;
    read(&until_closed(&mut stream).await)
}

#[actix_web::test]
async fn a_head_that_does_not_come_in_time_is_answered_408_and_closed() {
    let server = Server::start(&[("CLIENT_TIMEOUT_MS", "200")]);
    for part in ["", "GET /health_check HTTP/1.1\r\nHost:"] {
        let mut stream = connect(&server).await;
        stream.write_all(part.as_bytes()).await.unwrap();
        assert_eq!(read(&until_closed(&mut stream).await).status, 408, "{part:?}");
    }
}

/// Sends this head, then a byte now and then, for as long as the server lets it; gives all that came back.
async fn trickle(server: &Server, head: &str) -> Vec<u8> {
    let (mut reader, mut writer) = connect(server).await.into_split();
    writer.write_all(head.as_bytes()).await.unwrap();
    let trickling = actix_web::rt::spawn(async move {
        while writer.write_all(b" ").await.is_ok() {
            actix_web::rt::time::sleep(Duration::from_millis(50)).await;
        }
    });
    let mut bytes = Vec::new();
    // A reset closes it as well.
    let _end = timeout(SOON, reader.read_to_end(&mut bytes)).await.expect("the server closes the connection");
    trickling.abort();
    bytes
}

/// What makes a body of a head.
const BODIES: [&str; 2] = ["Content-Length: 1000\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\nfff\r\n{"];

#[actix_web::test]
async fn a_body_that_does_not_come_in_time_is_refused_even_if_it_trickles() {
    let server = Server::start(&[("CLIENT_TIMEOUT_MS", "1000")]);
    for path in ["/decode/JSON/1", "/triggerReqs"] {
        for body in BODIES {
            let head = format!("POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{body}");
            let answer = read(&trickle(&server, &head).await);
            assert_eq!(answer.problem(), (400, "invalid_request".to_owned()), "{head}");
            assert!(answer.json()["detail"].as_str().unwrap().contains("CLIENT_TIMEOUT_MS"), "{}", answer.json());
        }
    }
    assert_eq!(get(&server.url, "/health_check").await.status, 200);
}

#[actix_web::test]
async fn a_body_that_nobody_reads_keeps_no_connection_open() {
    let server = Server::start(&[]);
    for (path, status) in
        [("GET /health_check", 200), ("POST /nowhere", 404), ("POST /triggerReqs", 415), ("POST /decode/JSON/9", 404)]
    {
        for body in BODIES {
            let head = format!("{path} HTTP/1.1\r\nHost: localhost\r\n{body}");
            assert_eq!(read(&trickle(&server, &head).await).status, status, "{head}");
        }
    }
}

#[actix_web::test]
async fn a_connection_without_requests_is_closed_in_time_and_not_before() {
    let server = Server::start(&[("KEEP_ALIVE_TIMEOUT_MS", "2000"), ("CLIENT_TIMEOUT_MS", "800")]);
    let mut stream = connect(&server).await;
    for _ in 0..3 {
        assert_eq!(ask(&mut stream).await, Some(200));
        // Longer than a client may take for a head, which nobody has begun.
        let more = timeout(Duration::from_millis(900), stream.read_u8()).await;
        assert!(more.is_err(), "the connection stays: {more:?}");
    }
    assert!(until_closed(&mut stream).await.is_empty());
}

#[actix_web::test]
async fn connections_over_the_limit_wait_until_one_is_free() {
    let server = Server::start(&[("MAX_CONNECTIONS", "4")]);
    let mut open = Vec::new();
    for _ in 0..4 {
        let mut stream = connect(&server).await;
        assert_eq!(timeout(SOON, ask(&mut stream)).await, Ok(Some(200)), "up to the limit all are served");
        open.push(stream);
    }
    let mut beyond = connect(&server).await;
    let mut answer = Box::pin(ask(&mut beyond));
    assert!(timeout(Duration::from_millis(300), &mut answer).await.is_err(), "the fifth waits");
    open.pop();
    assert_eq!(timeout(SOON, answer).await, Ok(Some(200)), "and is served once one of the four is gone");
}

#[actix_web::test]
async fn a_head_has_at_most_16_kib_and_90_fields() {
    let server = Server::start(&[]);
    let long = |length: usize| format!("X: {}\r\n", "x".repeat(length));
    assert_eq!(with_head(&server, &long(16_000)).await.status, 200);
    assert_eq!(with_head(&server, &long(16_384)).await.problem(), (431, "too_large".to_owned()));
    // Host and Connection are two more.
    assert_eq!(with_head(&server, &"X: x\r\n".repeat(88)).await.status, 200);
    assert_eq!(with_head(&server, &"X: x\r\n".repeat(89)).await.problem(), (431, "too_large".to_owned()));
}

#[actix_web::test]
async fn a_client_that_takes_nothing_of_its_answers_is_cut_off() {
    let server = Server::start(&[("CLIENT_TIMEOUT_MS", "500")]);
    let mut stream = connect(&server).await;
    let requests = b"GET /JSONObject/1 HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100);
    let writing = async { while stream.write_all(&requests).await.is_ok() {} };
    timeout(Duration::from_secs(30), writing).await.expect("the system resets the connection");
    assert_eq!(get(&server.url, "/health_check").await.status, 200);
}
