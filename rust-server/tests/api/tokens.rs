//! The token that a server asks for, and those that it sends.

use std::fs;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::{call, get, read};
use crate::provider::GOLDEN;
use crate::server::{Server, request};

const TOKEN: &str = "a-token-of-this-server";

fn asking() -> Server {
    Server::start(&[("AUTH_TOKEN", TOKEN), ("SENDER_ALLOWLIST", "127.0.0.1")])
}

#[actix_web::test]
async fn only_health_is_told_without_the_token() {
    let server = asking();
    for (method, path) in [
        ("GET", "/engines"),
        ("GET", "/JSONObject/2"),
        ("GET", "/healthCheck"),
        ("HEAD", "/health_check"),
        ("POST", "/health_check"),
        ("GET", "/none-such"),
        ("GET", "/none%2fsuch"),
        ("OPTIONS", "/triggerReqs"),
        ("POST", "/ingests"),
    ] {
        let answer = call(&server.url, method, path, "", b"").await;
        assert_eq!((answer.status, answer.headers["www-authenticate"].as_str()), (401, "Bearer"), "{method} {path}");
        if method != "HEAD" {
            assert_eq!(answer.problem(), (401, "unauthorized".to_owned()), "{method} {path}");
            assert_eq!(
                answer.json()["detail"],
                "the request does not have this server's token; send it once, as Authorization: Bearer TOKEN"
            );
        }
    }
    assert_eq!(get(&server.url, "/health_check").await.status, 200);
    assert_eq!(get(&server.url, "/health_check?x=1").await.status, 200);
    let foreign = call(&server.url, "GET", "/engines", "Sec-Fetch-Site: cross-site\r\n", b"").await;
    assert_eq!(foreign.status, 403, "another page learns of no token");
}

#[actix_web::test]
async fn nobody_waits_for_the_body_of_who_has_no_token() {
    let server = asking();
    for line in ["POST /triggerReqs", "POST /decode/JSON/2"] {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let head = format!("{line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.unwrap();
        let answer = read(&bytes);
        assert_eq!((answer.status, answer.headers["connection"].as_str()), (401, "close"), "{line}");
    }
}

#[actix_web::test]
async fn a_run_and_a_send_have_the_token_of_their_origin_and_of_no_other() {
    let other = asking();
    let file = std::env::temp_dir().join(format!("testbed-tokens-{}", std::process::id()));
    let start = |line: String| {
        fs::write(&file, line).unwrap();
        let lists = [("PROVIDER_ALLOWLIST", &*other.url), ("RECEIVER_ALLOWLIST", &other.url)];
        Server::start(&[&lists[..], &[("ORIGIN_TOKENS_FILE", file.to_str().unwrap())]].concat())
    };
    let (named, unnamed) = (start(format!("{} {TOKEN}\n", other.url)), start(format!("http://a:1 {TOKEN}\n")));
    fs::remove_file(&file).unwrap();
    let run = |changes| request(&other.url, &changes);
    for changes in [json!({}), json!({"source": "replay"}), json!({"concurrency": 2})] {
        assert_eq!(named.trigger(&run(changes)).await.json()["verified"], 20);
    }
    let refused = unnamed.trigger(&run(json!({}))).await;
    assert_eq!((refused.problem().1.as_str(), &refused.json()["provider_status"]), ("provider_status", &401.into()));
    for transfer in ["framed", "request", "connection"] {
        let send = json!({
            "amount": 3, "receiver_url": other.url, "object_format": "JSON", "server_type": "rust",
            "object_type": "DummyObject", "transfer": transfer,
        });
        let post = async |sender: &Server| {
            let fields = "Content-Type: application/json\r\n";
            call(&sender.url, "POST", "/triggerSends", fields, send.to_string().as_bytes()).await
        };
        assert_eq!(post(&named).await.status, 200, "{transfer}");
        let refused = post(&unnamed).await;
        assert_eq!(
            (refused.problem().1.as_str(), &refused.json()["receiver_code"]),
            ("receiver_refused", &"unauthorized".into())
        );
    }
    let decoded =
        call(&other.url, "POST", "/decode/JSON/2", &format!("Authorization: Bearer {TOKEN}\r\n"), GOLDEN).await;
    assert_eq!(decoded.body, GOLDEN);
}
