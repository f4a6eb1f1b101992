//! A receiver that does as it is told: real sockets, raw bytes.

use std::cell::Cell;
use std::rc::Rc;

use actix_web::rt::spawn;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use crate::provider::GOLDEN;

/// What it answers; by default it is honest.
#[derive(Clone)]
pub struct Receiver {
    /// The head of the answer to `POST /ingests`, or all of it.
    pub opening: String,
    /// Whether more than that is sent to it.
    pub opens: bool,
    /// The event that names the ingest.
    pub opened: String,
    /// What comes before the result.
    pub before: String,
    /// What is done to an honest result, as a line.
    pub result: fn(String) -> String,
    /// The answer to each push.
    pub pushed: String,
}

/// How an answer opens that is a stream of events.
pub const OPENING: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n";
pub const TOKEN: &str = "0123456789abcdef0123456789abcdef";

impl Receiver {
    pub fn honest() -> Self {
        Self {
            opening: OPENING.to_owned(),
            opens: true,
            opened: json!({"event": "opened", "token": TOKEN}).to_string(),
            before: String::new(),
            result: |line| line,
            pushed: "HTTP/1.1 204 No Content\r\n\r\n".to_owned(),
        }
    }

    /// Listens on a free port until its test ends; gives its URL, and how many connections it accepted.
    pub async fn start(self) -> (String, Rc<Cell<usize>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let connections = Rc::new(Cell::new(0));
        let (counted, left) = (Rc::clone(&connections), Rc::new(Left::default()));
        spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counted.set(counted.get() + 1);
                let (receiver, left) = (self.clone(), Rc::clone(&left));
                spawn(async move { receiver.serve(stream, &left).await });
            }
        });
        (url, connections)
    }

    /// Any error means that the sender hung up, which many tests provoke.
    async fn serve(&self, mut stream: TcpStream, left: &Left) -> Option<()> {
        let mut received = Vec::new();
        loop {
            let (path, body) = request(&mut stream, &mut received).await?;
            if path == "/ingests" {
                return self.ingest(stream, &serde_json::from_slice(&body).unwrap(), left).await;
            }
            stream.write_all(self.pushed.as_bytes()).await.ok()?;
            left.pushed();
        }
    }

    async fn ingest(&self, mut stream: TcpStream, asked: &Value, left: &Left) -> Option<()> {
        let amount = asked["amount"].as_u64().unwrap();
        left.objects.set(amount + asked["warmup"].as_u64().unwrap());
        stream.write_all(self.opening.as_bytes()).await.ok()?;
        if self.opens {
            stream.write_all(format!("{}\n", self.opened).as_bytes()).await.ok()?;
            left.none.notified().await;
            let engine = json!({"name": "an-engine", "format": "JSON", "operation": "decode"});
            let sha256 = hex::encode(Sha256::digest(GOLDEN));
            let result = json!({"event": "result", "amount": amount, "verified": amount, "payload": {"sha256": sha256}, "engine": engine});
            let result = (self.result)(result.to_string());
            stream.write_all(format!("{}{result}\n", self.before).as_bytes()).await.ok()?;
        }
        // Ends when the sender hangs up.
        stream.read_to_end(&mut Vec::new()).await.ok()?;
        None
    }
}

/// How many objects are yet to be pushed, and who waits until it is none.
#[derive(Default)]
struct Left {
    objects: Cell<u64>,
    none: Notify,
}

impl Left {
    fn pushed(&self) {
        self.objects.set(self.objects.get() - 1);
        if self.objects.get() == 0 {
            self.none.notify_one();
        }
    }
}

/// The path and the body of the next request; what came behind it stays.
async fn request(stream: &mut TcpStream, received: &mut Vec<u8>) -> Option<(String, Vec<u8>)> {
    let end = loop {
        if let Some(at) = received.windows(4).position(|window| window == b"\r\n\r\n") {
            break at + 4;
        }
        (stream.read_buf(received).await.ok()? > 0).then_some(())?;
    };
    let head = String::from_utf8(received.drain(..end).collect()).unwrap().to_ascii_lowercase();
    let length = head.split("content-length: ").nth(1).and_then(|rest| rest.split("\r\n").next()).unwrap();
    let length: usize = length.parse().unwrap();
    while received.len() < length {
        (stream.read_buf(received).await.ok()? > 0).then_some(())?;
    }
    Some((head.split(' ').nth(1).unwrap().to_owned(), received.drain(..length).collect()))
}
