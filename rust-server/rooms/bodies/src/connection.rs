//! One connection to a provider, and one exchange on it at a time.
//!
//! The connection is driven by whoever waits for the exchange, on the same thread: nothing hops, and nothing runs while nobody waits.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::{BodyExt, Empty};
use hyper::Request;
use hyper::body::{Body, Incoming};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::header::{self, HeaderValue};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::task::unconstrained;
use tokio::time::{Instant, Sleep, sleep_until, timeout_at};

use super::answer_check::{check_head, stays_open};
use super::fetch_error::FetchError;
use super::target::Target;

/// A kept-alive HTTP/1.1 connection.
pub struct Connection {
    sender: SendRequest<Empty<Bytes>>,
    driver: http1::Connection<TokioIo<TcpStream>, Empty<Bytes>>,
    closed: bool,
    /// One timer for the connection's whole life; moving it later is nearly free.
    deadline: Pin<Box<Sleep>>,
}

impl Connection {
    /// Opens one to the first address that answers.
    ///
    /// # Errors
    /// `Unreachable`, or `ConnectTimeout` once all addresses together took too long.
    pub async fn open(target: &Target) -> Result<Self, FetchError> {
        let deadline = Instant::now() + target.connect_timeout;
        let connect = TcpStream::connect(target.addresses.as_slice());
        let stream =
            timeout_at(deadline, connect).await.map_err(|_| FetchError::ConnectTimeout(target.connect_timeout))?;
        let stream = stream.map_err(|why| FetchError::Unreachable(why.to_string()))?;
        stream.set_nodelay(true).map_err(|why| FetchError::Unreachable(why.to_string()))?;
        let (sender, driver) = http1::handshake(TokioIo::new(stream)).await?;
        Ok(Self { sender, driver, closed: false, deadline: Box::pin(sleep_until(deadline)) })
    }

    /// Waits until the next request can be sent.
    ///
    /// # Errors
    /// `Unreachable` where the provider has closed it since the last answer: it would have been the same a moment later, with the request on its way.
    pub async fn ready(&mut self, target: &Target) -> Result<(), FetchError> {
        self.deadline.as_mut().reset(Instant::now() + target.read_timeout);
        let Self { sender, driver, closed, deadline } = self;
        let ready = poll_fn(|cx| {
            *closed = *closed || Pin::new(&mut *driver).poll(cx).is_ready();
            if *closed {
                return Poll::Ready(Err(FetchError::Unreachable(
                    "it closed the connection between two answers".to_owned(),
                )));
            }
            if let Poll::Ready(ready) = sender.poll_ready(cx) {
                return Poll::Ready(ready.map_err(FetchError::from));
            }
            overdue(deadline, cx).map(|()| Err(FetchError::ReadTimeout(target.read_timeout)))
        });
        ready.await
    }

    /// Requests a variant and waits for its whole body. Says whether the connection can be used again.
    ///
    /// # Errors
    /// All but the two of `open`; the connection is spent then.
    pub async fn fetch(&mut self, target: &Target, variant: usize) -> Result<(Bytes, bool), FetchError> {
        let mut request = Request::new(Empty::new());
        *request.uri_mut() = target.paths[variant].clone();
        request.headers_mut().insert(header::HOST, target.host.clone());
        request.headers_mut().insert(header::ACCEPT, HeaderValue::from_static(target.media_type));
        self.deadline.as_mut().reset(Instant::now() + target.read_timeout);
        let sent = self.sender.send_request(request);
        let exchange = async {
            let response = sent.await?;
            let stays = stays_open(&response);
            check_head(&response, target)?;
            Ok((whole(response.into_body(), target.max_object_bytes).await?, stays))
        };
        let exchanged = drive(&mut self.driver, &mut self.closed, &mut self.deadline, exchange).await;
        exchanged.unwrap_or(Err(FetchError::ReadTimeout(target.read_timeout)))
    }
}

/// Waits for what happens on a connection while driving it; `None` if the deadline passes first.
async fn drive<F: Future>(
    driver: &mut http1::Connection<TokioIo<TcpStream>, Empty<Bytes>>,
    closed: &mut bool,
    deadline: &mut Pin<Box<Sleep>>,
    exchange: F,
) -> Option<F::Output> {
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
        overdue(deadline, cx).map(|()| None)
    })
    .await
}

/// Whether the deadline has passed, told even to a task that has used up its turn: a provider that sends without pause would use up each.
fn overdue(deadline: &mut Pin<Box<Sleep>>, cx: &mut Context<'_>) -> Poll<()> {
    pin!(unconstrained(deadline.as_mut())).poll(cx)
}

/// The whole body in one piece of its own, in however many it came: a slice of the connection's buffer would lie elsewhere in the caches, and keep that
/// buffer alive for as long as a block waits.
async fn whole(mut body: Incoming, most: usize) -> Result<Bytes, FetchError> {
    let declared = usize::try_from(body.size_hint().lower()).unwrap_or(most);
    let mut whole = Vec::with_capacity(declared.min(most));
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| FetchError::Truncated)?.into_data() else {
            continue;
        };
        if whole.len() + data.len() > most {
            return Err(FetchError::TooLarge(most));
        }
        whole.extend_from_slice(&data);
    }
    Ok(whole.into())
}
