//! One connection to a receiver, and one request on it at a time, driven by whoever waits for its answer: nothing hops to another task.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::{Duration, Instant};

use hyper::body::Incoming;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::header::{CONNECTION, HOST};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::outgoing::Outgoing;
use super::send_error::SendError;
use super::traffic::{Counted, Traffic};

type Driver = http1::Connection<TokioIo<Counted>, Outgoing>;

/// What the library gathers before it writes, and as much as it reads at once: the least that it allows, so that objects leave as they are written.
const BUFFER: usize = 8192;

/// Where a receiver is.
#[derive(Clone)]
pub struct Address {
    /// Where its name led when the send began.
    pub addresses: Vec<std::net::SocketAddr>,
    /// The `Host` header.
    pub host: String,
    /// To open a connection.
    pub connect_timeout: Duration,
    /// To hear from it where it has nothing to do but answer.
    pub read_timeout: Duration,
}

/// An HTTP/1.1 connection, kept unless it is for one request.
pub struct Link {
    sender: SendRequest<Outgoing>,
    driver: Driver,
    closed: bool,
    once: bool,
    spent: bool,
    host: String,
}

impl Link {
    /// Opens one to the first address that answers.
    ///
    /// # Errors
    /// `Unreachable`, `ConnectTimeout`
    pub async fn open(to: &Address, traffic: &Traffic) -> Result<Self, SendError> {
        let unreachable = |why: std::io::Error| SendError::Unreachable(why.to_string());
        let connect = TcpStream::connect(to.addresses.as_slice());
        let stream = timeout(to.connect_timeout, connect).await;
        let stream = stream.map_err(|_| SendError::ConnectTimeout(to.connect_timeout))?.map_err(unreachable)?;
        stream.set_nodelay(true).map_err(unreachable)?;
        let io = TokioIo::new(Counted::new(stream, traffic.clone()));
        let (sender, driver) = http1::Builder::new().max_buf_size(BUFFER).handshake(io).await?;
        Ok(Self { sender, driver, closed: false, once: false, spent: false, host: to.host.clone() })
    }

    /// For one request, which says so.
    pub fn once(self) -> Self {
        Self { once: true, ..self }
    }

    /// Whether it was for one request and had it.
    pub const fn is_spent(&self) -> bool {
        self.spent
    }

    /// Posts a body, and gives the head of the answer and when the body had gone.
    ///
    /// # Errors
    /// `Unreachable`
    pub async fn post(
        &mut self,
        path: &str,
        media_type: &'static str,
        body: Outgoing,
    ) -> Result<(Response<Incoming>, Option<Instant>), SendError> {
        self.spent = self.once;
        let Self { sender, driver, closed, once, host, .. } = self;
        let ended = body.ended();
        let request = Request::builder().method(Method::POST).uri(path).header(HOST, host.as_str());
        let request = if *once { request.header(CONNECTION, "close") } else { request };
        let request = request.header("Content-Type", media_type).body(body).expect("made of names, digits and hex");
        let exchange = async {
            sender.ready().await?;
            sender.send_request(request).await
        };
        let response = drive(driver, closed, exchange).await?;
        Ok((response, ended.get()))
    }

    /// Waits for what happens on the connection.
    pub async fn waiting<F: Future>(&mut self, what: F) -> F::Output {
        drive(&mut self.driver, &mut self.closed, what).await
    }
}

async fn drive<F: Future>(driver: &mut Driver, closed: &mut bool, exchange: F) -> F::Output {
    let mut exchange = pin!(exchange);
    poll_fn(|cx| {
        // The exchange asks the driver for something, the driver does it, the exchange takes it.
        for _ in 0..2 {
            if let Poll::Ready(output) = exchange.as_mut().poll(cx) {
                return Poll::Ready(output);
            }
            // Its error reaches the exchange too, so only that it ended matters here.
            *closed = *closed || Pin::new(&mut *driver).poll(cx).is_ready();
        }
        exchange.as_mut().poll(cx)
    })
    .await
}
