//! Requests that were meant for another server, and bodies that nobody decodes: refused before anything of them is read.

use serde_json::{Value, from_str, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::{Answer, call, read};
use crate::provider::{GOLDEN, Provider};
use crate::server::{Server, request};

/// The answer to these bytes, after which the server closes the connection by itself.
async fn raw(server: &Server, head: &str) -> Answer {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    read(&bytes)
}

/// The answer to a request with just these headers, whose body is announced and never sent where it is a post.
async fn ask(server: &Server, line: &str, headers: &str) -> Answer {
    let body = if line.starts_with("POST") { "Content-Length: 100\r\n" } else { "Connection: close\r\n" };
    raw(server, &format!("{line} HTTP/1.1\r\n{headers}{body}\r\n")).await
}

#[actix_web::test]
async fn every_path_is_misdirected_under_another_name_whether_or_not_it_is_there() {
    let server = Server::start(&[]);
    for line in [
        "GET /health_check",
        "GET /JSONObject/2?index=x",
        "GET /none-such",
        "PUT /engines",
        "POST /decode/JSON/2",
        "POST /triggerReqs",
    ] {
        let answer =
            ask(&server, line, "Host: evil.example\r\nOrigin: http://evil.example\r\nContent-Encoding: gzip\r\n").await;
        assert_eq!(answer.problem(), (421, "misdirected".to_owned()), "{line}");
        let problem = answer.json();
        assert_eq!(problem["title"], "Misdirected Request");
        assert_eq!(
            problem["detail"],
            "this server does not answer to the host \"evil.example\"; call it by one of its own names, or add this one to ALLOWED_HOSTS"
        );
    }
    let long = ask(&server, "GET /", &format!("Host: {}\r\n", "x".repeat(100))).await.json();
    assert!(long["detail"].as_str().unwrap().contains(&format!("\"{}…\"", "x".repeat(60))), "{long}");
}

#[actix_web::test]
async fn the_port_is_the_one_that_the_server_listens_on() {
    let server = Server::start(&[("ALLOWED_HOSTS", "rust-server")]);
    let port: u16 = server.address().rsplit(':').next().unwrap().parse().unwrap();
    for (host, status) in [
        ("localhost".to_owned(), 200),
        (format!("[::1]:{port}"), 200),
        (format!("rust-server:{port}"), 200),
        (format!("rust-server:{}", port ^ 1), 421),
        ("127.0.0.1:0".to_owned(), 400),
    ] {
        assert_eq!(ask(&server, "GET /health_check", &format!("Host: {host}\r\n")).await.status, status, "{host}");
    }
}

#[actix_web::test]
async fn a_request_names_one_host_and_its_target_the_same() {
    let server = Server::start(&[]);
    for (line, headers) in [
        ("GET /health_check", "Host: local host\r\n"),
        ("POST /triggerReqs", "Host:\r\n"),
        ("GET http://localhost/health_check", "Host: 127.0.0.1\r\n"),
        ("GET http://a@localhost/health_check", "Host: localhost\r\n"),
        ("GET http://a@localhost/health_check", "Host: a@localhost\r\n"),
    ] {
        let answer = ask(&server, line, headers).await;
        assert_eq!(answer.problem(), (400, "invalid_request".to_owned()), "{line} {headers}");
        assert_eq!(answer.json()["field"], "Host", "{line} {headers}");
    }
    let old = raw(&server, "GET /health_check HTTP/1.0\r\n\r\n").await;
    assert_eq!((old.problem().0, &old.json()["field"]), (400, &"Host".into()), "none");
    for (line, headers, status) in [
        // These are refused by the HTTP library, which says no more than the status.
        ("GET /health_check", "", 400),
        ("GET http://localhost/health_check", "", 400),
        ("GET /health_check", "Host: localhost\r\nHost: localhost\r\n", 400),
        ("GET http://LOCALHOST/health_check", "Host: localhost\r\n", 200),
        ("GET http://evil.example/health_check", "Host: evil.example\r\n", 421),
    ] {
        assert_eq!(ask(&server, line, headers).await.status, status, "{line}");
    }
}

#[actix_web::test]
async fn a_page_of_another_origin_may_look_and_not_post() {
    let server = Server::start(&[]);
    let own = format!("http://{}", server.address());
    for origins in [
        "null",
        "http://evil.example",
        "https://localhost",
        "http://localhost:1",
        "",
        "http://localhost\r\nOrigin: http://localhost",
    ] {
        let headers = format!("Host: localhost\r\nOrigin: {origins}\r\n");
        for line in ["POST /triggerReqs", "POST /decode/JSON/2", "POST /none-such"] {
            let answer = ask(&server, line, &headers).await;
            assert_eq!(answer.problem(), (403, "origin_not_allowed".to_owned()), "{line} {origins}");
            let problem = answer.json();
            assert_eq!(
                (&problem["title"], &problem["detail"]),
                (&"Forbidden".into(), &"a web page of another origin may not post here".into())
            );
        }
        assert_eq!(ask(&server, "GET /health_check", &headers).await.status, 200, "{origins}");
    }
    for origin in ["http://localhost", &own] {
        let answer = call(&server.url, "POST", "/decode/JSON/2", &format!("Origin: {origin}\r\n"), GOLDEN).await;
        assert_eq!((answer.status, answer.body.as_slice()), (200, GOLDEN), "{origin}");
    }
}

#[actix_web::test]
async fn a_page_of_another_site_gets_nothing() {
    let server = Server::start(&[]);
    let vectors: Value = from_str(include_str!("../../../providers/vectors/hosts.json")).unwrap();
    for case in vectors["sites"].as_array().unwrap() {
        let headers = format!("Host: localhost\r\nSec-Fetch-Site: {}\r\n", case["site"].as_str().unwrap());
        for line in ["GET /engines", "GET /JSONObject/2?index=0", "GET /none-such"] {
            let answer = ask(&server, line, &headers).await;
            if case["status"] == 403 {
                assert_eq!(answer.problem(), (403, "origin_not_allowed".to_owned()), "{line} {case}");
                assert_eq!(answer.json()["detail"], "a web page of another site may ask for nothing here");
            } else {
                assert_ne!(answer.status, 403, "{line} {case}");
            }
        }
    }
    let two = "Host: localhost\r\nSec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site\r\n";
    assert_eq!(ask(&server, "GET /engines", two).await.status, 403);
}

#[actix_web::test]
async fn a_body_in_a_coding_is_refused_with_what_is_taken() {
    let server = Server::start(&[]);
    for coding in ["gzip", "identity", ""] {
        let headers = format!("Host: localhost\r\nContent-Encoding: {coding}\r\nContent-Type: application/json\r\n");
        for line in ["POST /triggerReqs", "POST /decode/JSON/2", "POST /decode/JSON/2?engine=none-such"] {
            let answer = ask(&server, line, &headers).await;
            assert_eq!(answer.problem(), (415, "unsupported_media_type".to_owned()), "{line} {coding}");
            assert_eq!(answer.headers["accept-encoding"], "identity", "{line}");
            assert_eq!(answer.json()["detail"], "the body has a Content-Encoding; send it as it is");
        }
    }
    let headers = "Host: localhost\r\nContent-Encoding: gzip\r\n";
    assert_eq!(ask(&server, "POST /decode/YAML/2", headers).await.status, 404, "the path comes first");
    let answer = ask(&server, "POST /triggerReqs", headers).await;
    assert_eq!((answer.status, answer.headers.get("accept-encoding")), (415, None), "and so does the media type");
}

#[actix_web::test]
async fn a_refused_post_starts_nothing() {
    let provider = Provider::good().await;
    let server = Server::consuming(&provider.url);
    let body = request(&provider.url, &json!({})).to_string();
    let headers = "Content-Type: application/json\r\nOrigin: http://evil.example\r\n";
    assert_eq!(call(&server.url, "POST", "/triggerReqs", headers, body.as_bytes()).await.status, 403);
    assert_eq!(provider.connections(), 0);
}
