//! A client as small as HTTP/1.1 allows: one connection a request.

use std::collections::BTreeMap;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// What came back.
pub struct Answer {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|why| panic!("{why}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// Status and code of a problem, whose rendering is checked on the way.
    pub fn problem(&self) -> (u16, String) {
        let problem = self.json();
        assert_eq!(self.headers["content-type"], "application/problem+json", "{problem}");
        assert_eq!((&problem["type"], &problem["status"]), (&"about:blank".into(), &self.status.into()), "{problem}");
        (self.status, problem["code"].as_str().unwrap().to_owned())
    }

    /// The events of a stream.
    pub fn events(&self) -> Vec<Value> {
        assert_eq!(self.headers["content-type"], "application/x-ndjson");
        self.body.split_inclusive(|byte| *byte == b'\n').map(|line| serde_json::from_slice(line).unwrap()).collect()
    }
}

/// Opens a connection and writes a request with these headers, each ending in CR LF.
pub async fn send(url: &str, method: &str, path: &str, headers: &str, body: &[u8]) -> TcpStream {
    let address = url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}");
    let length = if headers.to_ascii_lowercase().contains("transfer-encoding") {
        String::new()
    } else {
        format!("Content-Length: {}\r\n", body.len())
    };
    // A server that refuses early may have closed already; its answer is what counts.
    let _sent = stream.write_all(&[head.as_bytes(), length.as_bytes(), b"\r\n", body].concat()).await;
    stream
}

/// A request and its whole answer.
pub async fn call(url: &str, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
    let mut stream = send(url, method, path, headers, body).await;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    read(&bytes)
}

/// A `GET` without headers.
pub async fn get(url: &str, path: &str) -> Answer {
    call(url, "GET", path, "", b"").await
}

/// The answer that these bytes are.
pub fn read(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("the answer has a head");
    let head = std::str::from_utf8(&bytes[..end]).unwrap();
    let mut lines = head.split("\r\n");
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let pairs = lines.map(|line| line.split_once(": ").unwrap());
    let headers: BTreeMap<_, _> = pairs.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    let body = &bytes[end + 4..];
    let chunked = headers.get("transfer-encoding").is_some_and(|coding| coding == "chunked");
    Answer { status, headers, body: if chunked { unchunk(body) } else { body.to_vec() } }
}

fn unchunk(mut rest: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let end = rest.windows(2).position(|window| window == b"\r\n").expect("a chunk has a length");
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return whole;
        }
        whole.extend_from_slice(&rest[end + 2..end + 2 + length]);
        rest = &rest[end + 4 + length..];
    }
}
