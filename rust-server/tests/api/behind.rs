//! Requests behind a body on one connection: they are answered where that body was taken, and only there.

use std::time::Duration;

use actix_web::rt::time::timeout;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::server::Server;

/// Long enough for anything that must happen.
const SOON: Duration = Duration::from_secs(20);
const NEXT: &str = "GET /plain_text?length=7 HTTP/1.1\r\nHost: localhost\r\n\r\n";
/// The same, and the connection is closed behind its answer.
const LAST: &str = "GET /plain_text?length=7 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/// The statuses of all answers to these bytes, which come at once, and whether the first says that it closes the connection, which must be
/// closed.
async fn statuses(server: &Server, sent: &str) -> (Vec<u16>, bool) {
    let (mut reader, mut writer) = TcpStream::connect(server.address()).await.unwrap().into_split();
    let mut bytes = Vec::new();
    // Whoever closes early reads nothing more.
    let writing = async { writer.write_all(sent.as_bytes()).await.ok() };
    let reading =
        async { timeout(SOON, reader.read_to_end(&mut bytes)).await.expect("the server closes the connection") };
    let (_sent, _end) = tokio::join!(writing, reading);
    let text = String::from_utf8(bytes).unwrap();
    let answers: Vec<_> = text.split("HTTP/1.1 ").skip(1).collect();
    let closes = answers[0].to_ascii_lowercase().contains("\r\nconnection: close\r\n");
    (answers.iter().map(|answer| answer[..3].parse().unwrap()).collect(), closes)
}

fn with_length(line: &str, fields: &str, length: usize) -> String {
    format!("{line} HTTP/1.1\r\n{fields}Content-Length: {length}\r\n\r\n{}", " ".repeat(length))
}

fn in_chunks(line: &str, length: usize) -> String {
    let body = " ".repeat(length);
    format!("{line} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n{length:x}\r\n{body}\r\n0\r\n\r\n")
}

#[actix_web::test]
async fn nothing_is_answered_behind_a_body_that_was_not_taken() {
    let server = Server::start(&[]);
    let host = "Host: localhost\r\n";
    for (request, status) in [
        (with_length("POST /triggerReqs", host, 2), 415),
        (with_length("POST /engines", host, 2), 405),
        (with_length("POST /nothing", host, 2), 404),
        (with_length("POST /nothing", host, 70_000), 404),
        (with_length("POST /decode/JSON/1", "Host: evil.example\r\n", 2), 421),
        (with_length("POST /decode/JSON/1", &format!("{host}Origin: http://evil.example\r\n"), 2), 403),
        (with_length("POST /decode/JSON/1", &format!("{host}Content-Encoding: gzip\r\n"), 2), 415),
        (with_length("POST /decode/JSON/1", host, 70_000), 413),
        (with_length("POST /ingests/x/objects/0", host, 2), 404),
        (with_length("GET /health_check", host, 3), 200),
        (with_length("HEAD /health_check", host, 3), 200),
        (in_chunks("GET /health_check", 3), 200),
        (in_chunks("POST /nothing", 3), 404),
        (in_chunks("POST /decode/JSON/1", 70_000), 413),
    ] {
        let head = &request[..request.find("\r\n\r\n").unwrap()];
        assert_eq!(statuses(&server, &format!("{request}{NEXT}{NEXT}")).await, (vec![status], true), "{head}");
    }
}

#[actix_web::test]
async fn everything_is_answered_behind_bodies_that_were_taken() {
    let server = Server::start(&[]);
    let posts = with_length("POST /decode/JSON/1", "Host: localhost\r\n", 2) + &in_chunks("POST /decode/JSON/1", 2);
    // More than what is read ahead of an answer.
    let many = format!("{posts}{NEXT}").repeat(400);
    let (answers, closes) = statuses(&server, &format!("{many}{LAST}")).await;
    assert!(answers == [[422, 422, 200].repeat(400), vec![200]].concat(), "{} answers", answers.len());
    assert!(!closes, "only the last says that it closes the connection");
    let refused = format!("{posts}{NEXT}GET\r\n\r\n{NEXT}");
    assert_eq!(statuses(&server, &refused).await, (vec![422, 422, 200, 400], false));
}
