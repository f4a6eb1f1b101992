//! A provider that misbehaves on purpose: real sockets, raw bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use actix_web::rt::spawn;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// The bytes that most tests send.
pub const GOLDEN: &[u8] = include_bytes!("../../../providers/golden/DummyObject.json");

/// The same of a person of another age: no guard and no engine refuses it, but the comparison does.
pub fn another() -> Vec<u8> {
    String::from_utf8_lossy(GOLDEN).replacen("\"age\":29", "\"age\":30", 1).into_bytes()
}

/// What the provider does with a request.
#[derive(Clone)]
pub enum Reaction {
    /// Sends this and keeps the connection.
    Answer(Vec<u8>),
    /// Sends this and closes the connection.
    Last(Vec<u8>),
    /// Closes the connection with RST.
    Reset,
    /// Sends this, then nothing more.
    Hang(Vec<u8>),
    /// Sends this when told to.
    Hold(Vec<u8>, Arc<Notify>),
    /// Sends this, a byte each 20 ms.
    Trickle(Vec<u8>),
}

/// Listens on a free port until its test ends.
pub struct Provider {
    pub url: String,
    connections: Arc<AtomicU64>,
    requests: Arc<AtomicU64>,
}

impl Provider {
    /// Asks `react` what to do with each request, by its number over all connections.
    pub async fn start(react: impl Fn(u64) -> Reaction + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (connections, requests) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let provider = Self { url, connections: Arc::clone(&connections), requests: Arc::clone(&requests) };
        let react = std::rc::Rc::new(react);
        spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                connections.fetch_add(1, Ordering::SeqCst);
                let (react, requests) = (std::rc::Rc::clone(&react), Arc::clone(&requests));
                spawn(async move { serve(stream, requests, &*react).await });
            }
        });
        provider
    }

    /// Answers the first `good` requests well, then does this.
    pub async fn failing_after(good: u64, reaction: Reaction) -> Self {
        Self::start(move |number| if number < good { Reaction::Answer(json(GOLDEN)) } else { reaction.clone() }).await
    }

    /// Answers every request well.
    pub async fn good() -> Self {
        Self::start(|_| Reaction::Answer(json(GOLDEN))).await
    }

    pub fn connections(&self) -> u64 {
        self.connections.load(Ordering::SeqCst)
    }

    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::SeqCst)
    }
}

/// Reads requests, which have no bodies, and reacts. Any error means that the consumer hung up, which many tests provoke.
async fn serve(mut stream: TcpStream, requests: Arc<AtomicU64>, react: &dyn Fn(u64) -> Reaction) -> Option<()> {
    let mut received = Vec::new();
    loop {
        while !received.ends_with(b"\r\n\r\n") {
            (stream.read_buf(&mut received).await.ok()? > 0).then_some(())?;
        }
        received.clear();
        match react(requests.fetch_add(1, Ordering::SeqCst)) {
            Reaction::Answer(bytes) => stream.write_all(&bytes).await.ok()?,
            Reaction::Last(bytes) => {
                stream.write_all(&bytes).await.ok()?;
                return stream.shutdown().await.ok();
            }
            Reaction::Reset => {
                stream.set_zero_linger().ok()?;
                return None;
            }
            Reaction::Hang(bytes) => {
                stream.write_all(&bytes).await.ok()?;
                // Ends when the consumer hangs up.
                stream.read_buf(&mut received).await.ok()?;
                return None;
            }
            Reaction::Hold(bytes, go) => {
                go.notified().await;
                stream.write_all(&bytes).await.ok()?;
            }
            Reaction::Trickle(bytes) => {
                for byte in bytes {
                    stream.write_all(&[byte]).await.ok()?;
                    actix_web::rt::time::sleep(std::time::Duration::from_millis(20)).await;
                }
            }
        }
    }
}

/// A whole answer; `head` is its status line's rest and its headers but the length.
pub fn answer(head: &str, body: &[u8]) -> Vec<u8> {
    [format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
}

/// A good answer of this JSON.
pub fn json(body: &[u8]) -> Vec<u8> {
    answer("200 OK\r\nContent-Type: application/json", body)
}

/// An answer of JSON in chunks, with this end.
pub fn chunked(chunks: &[&[u8]], end: &[u8]) -> Vec<u8> {
    let mut bytes = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    for chunk in chunks {
        bytes.extend(format!("{:x}\r\n", chunk.len()).as_bytes());
        bytes.extend(*chunk);
        bytes.extend(b"\r\n");
    }
    [&bytes, end].concat()
}
