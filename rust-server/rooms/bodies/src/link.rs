//! An HTTP/1.1 connection to whoever a run speaks with, and one exchange on it at a time.
//!
//! The connection is driven by whoever waits for the exchange, on the same thread: nothing hops, and nothing runs while
//! nobody waits.

use std::future::{Future, poll_fn};
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Incoming};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::unconstrained;
use tokio::time::{Instant, Sleep, sleep_until, timeout_at};

/// Why a link cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum LinkError {
    #[error("{0}")]
    Unreachable(String),
    #[error("no connection in {0:?}")]
    ConnectTimeout(Duration),
    #[error("not ready in {0:?}")]
    ReadTimeout(Duration),
}

/// A kept connection of requests with bodies `B`, over a stream `S`.
pub struct Link<S, B>
where
    S: AsyncRead + AsyncWrite + Unpin,
    B: Body + 'static,
{
    sender: SendRequest<B>,
    driver: http1::Connection<TokioIo<S>, B>,
    closed: bool,
    /// One timer for the connection's whole life; moving it later is nearly free.
    deadline: Pin<Box<Sleep>>,
}

impl<S, B> Link<S, B>
where
    S: AsyncRead + AsyncWrite + Unpin + 'static,
    B: Body<Data = Bytes> + Unpin + 'static,
    B::Error: std::error::Error + Send + Sync,
{
    /// Opens one to the first address that answers. All addresses together have the time of one.
    ///
    /// # Errors
    /// `Unreachable`, `ConnectTimeout`
    pub async fn open(
        addresses: &[SocketAddr],
        limit: Duration,
        http: &http1::Builder,
        wrap: impl FnOnce(TcpStream) -> S,
    ) -> Result<Self, LinkError> {
        let deadline = Instant::now() + limit;
        let stream = timeout_at(deadline, TcpStream::connect(addresses)).await;
        let stream = stream.map_err(|_| LinkError::ConnectTimeout(limit))?.map_err(unreachable)?;
        stream.set_nodelay(true).map_err(unreachable)?;
        let (sender, driver) = http.handshake(TokioIo::new(wrap(stream))).await.map_err(unreachable)?;
        Ok(Self { sender, driver, closed: false, deadline: Box::pin(sleep_until(deadline)) })
    }

    /// Waits until the next request can be sent.
    ///
    /// # Errors
    /// `Unreachable` where the other end has closed it since the last answer: it would have been the same a moment later,
    /// with the request on its way. `ReadTimeout`
    pub async fn ready(&mut self, limit: Duration) -> Result<(), LinkError> {
        self.deadline.as_mut().reset(Instant::now() + limit);
        let Self { sender, driver, closed, deadline } = self;
        let ready = poll_fn(|cx| {
            *closed = *closed || Pin::new(&mut *driver).poll(cx).is_ready();
            if *closed {
                let why = "it closed the connection, or sent something unasked, between two answers".to_owned();
                return Poll::Ready(Err(LinkError::Unreachable(why)));
            }
            if let Poll::Ready(ready) = sender.poll_ready(cx) {
                return Poll::Ready(ready.map_err(unreachable));
            }
            overdue(deadline, cx).map(|()| Err(LinkError::ReadTimeout(limit)))
        });
        ready.await
    }

    /// Begins a request; `within` waits for what this gives.
    pub fn send(&mut self, request: Request<B>) -> impl Future<Output = hyper::Result<Response<Incoming>>> + use<S, B> {
        self.sender.send_request(request)
    }

    /// Waits for what happens on the connection while driving it; `None` if the time passes first, where there is a limit.
    pub async fn within<F: Future>(&mut self, limit: Option<Duration>, exchange: F) -> Option<F::Output> {
        if let Some(limit) = limit {
            self.deadline.as_mut().reset(Instant::now() + limit);
        }
        let Self { driver, closed, deadline, .. } = self;
        let mut exchange = pin!(exchange);
        poll_fn(|cx| {
            // The exchange asks the driver for something (to send, to read on), the driver does it, the exchange takes it.
            for _ in 0..2 {
                if let Poll::Ready(output) = exchange.as_mut().poll(cx) {
                    return Poll::Ready(Some(output));
                }
                // Its error reaches the exchange too, so only that it ended matters here.
                *closed = *closed || Pin::new(&mut *driver).poll(cx).is_ready();
            }
            if let Poll::Ready(output) = exchange.as_mut().poll(cx) {
                return Poll::Ready(Some(output));
            }
            if limit.is_none() { Poll::Pending } else { overdue(deadline, cx).map(|()| None) }
        })
        .await
    }
}

/// Whether the deadline has passed, told even to a task that has used up its turn: who sends without pause would use up
/// each.
pub fn overdue(deadline: &mut Pin<Box<Sleep>>, cx: &mut Context<'_>) -> Poll<()> {
    pin!(unconstrained(deadline.as_mut())).poll(cx)
}

#[allow(clippy::needless_pass_by_value, reason = "for map_err")]
fn unreachable(why: impl ToString) -> LinkError {
    LinkError::Unreachable(why.to_string())
}
