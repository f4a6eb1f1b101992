//! One connection to a receiver, and one request on it at a time.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, CONNECTION, HOST, HeaderValue};
use hyper::{Method, Request, Response};

use super::outgoing::Outgoing;
use super::send_error::SendError;
use super::traffic::{Counted, Traffic};
use testbed_bodies::{AnswerStream, Link, stays_open};

/// The longest head that the library reads, and as much as it gathers before it writes: no more than
/// the grammar of answers lets through, so that objects leave as they are written.
const BUFFER: usize = 16 * 1024;

/// Where a receiver is.
pub struct Address {
    /// Where its name led when the send began.
    pub addresses: Vec<SocketAddr>,
    /// The `Host` header.
    pub host: String,
    /// The `Authorization` header, where the receiver's origin has a token.
    pub authorization: Option<HeaderValue>,
    /// To open a connection.
    pub connect_timeout: Duration,
    /// To take a byte, and to answer where it has nothing to do but answer.
    pub read_timeout: Duration,
}

type Wire = Link<AnswerStream<Counted>, Outgoing>;

/// A connection, kept unless it is for one request; another is opened in its place where an answer ended it.
pub struct PushConnection {
    link: Wire,
    to: Rc<Address>,
    traffic: Traffic,
    once: bool,
    spent: bool,
}

impl PushConnection {
    /// Opens one to the first address that answers.
    ///
    /// # Errors
    /// `Unreachable`, `ConnectTimeout`
    pub async fn open(to: &Rc<Address>, traffic: &Traffic) -> Result<Self, SendError> {
        let (to, traffic) = (Rc::clone(to), traffic.clone());
        Ok(Self { link: wire(&to, &traffic).await?, to, traffic, once: false, spent: false })
    }

    /// For one request, which says so.
    pub fn once(self) -> Self {
        Self { once: true, ..self }
    }

    /// Posts a body, and gives the head of the answer and when the body had gone. The answer has so long from here, or as
    /// long as it takes where there is no limit.
    ///
    /// # Errors
    /// `Unreachable`, `ConnectTimeout`, `ReadTimeout`, `Stalled`
    pub async fn post(
        &mut self,
        path: &str,
        media_type: &'static str,
        body: Outgoing,
        limit: Option<Duration>,
    ) -> Result<(Response<Incoming>, Option<Instant>), SendError> {
        if self.spent {
            self.link = wire(&self.to, &self.traffic).await?;
        }
        let ended = body.ended();
        let request = Request::builder().method(Method::POST).uri(path).header(HOST, self.to.host.as_str());
        let request = match &self.to.authorization {
            Some(authorization) => request.header(AUTHORIZATION, authorization.clone()),
            None => request,
        };
        let request = if self.once { request.header(CONNECTION, "close") } else { request };
        let request = request.header("Content-Type", media_type).body(body).expect("made of names, digits and hex");
        let read_timeout = self.to.read_timeout;
        self.link.ready(read_timeout).await?;
        let sent = self.link.send(request);
        let answer = self.link.within(limit, sent).await;
        match answer.ok_or(SendError::ReadTimeout(read_timeout))? {
            Ok(response) => {
                self.spent = self.once || !stays_open(&response);
                Ok((response, ended.get()))
            }
            Err(why) if is_timeout(&why) => Err(SendError::Stalled(read_timeout)),
            Err(why) => Err(why.into()),
        }
    }

    /// Waits for what happens on the connection.
    ///
    /// # Errors
    /// `ReadTimeout`; that of what is waited for.
    pub async fn waiting<T>(&mut self, what: impl Future<Output = Result<T, SendError>>) -> Result<T, SendError> {
        let happened = self.link.within(Some(self.to.read_timeout), what).await;
        happened.unwrap_or(Err(SendError::ReadTimeout(self.to.read_timeout)))
    }
}

async fn wire(to: &Address, traffic: &Traffic) -> Result<Wire, SendError> {
    let mut http = http1::Builder::new();
    http.max_buf_size(BUFFER);
    // Whoever reads its answers says how long they may be.
    let counted = |stream| AnswerStream::new(Counted::new(stream, traffic.clone(), to.read_timeout), u64::MAX);
    Ok(Link::open(&to.addresses, to.connect_timeout, &http, counted).await?)
}

/// Whether a write waited for too long.
fn is_timeout(why: &hyper::Error) -> bool {
    let cause = why.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::TimedOut)
}
