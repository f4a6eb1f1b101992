//! The gate between a socket and the HTTP library: the library gets what the grammar of requests
//! lets through, and for the rest a request that only its own middleware can refuse.

use std::cell::Cell;
use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::request_fault::Fault;
use super::request_grammar::RequestGrammar;

/// How much is read to be judged at once, bytes.
const PIECE: usize = 8 * 1024;

/// Stands for a head that was refused, behind its first letter. No head that is let through has a
/// `*` in its method. Its body never comes, so that the library closes the connection once the
/// client has had time to read the answer.
const REFUSED: &[u8] = b"* / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n";

/// How many bytes behind a body are read before the body was taken: as many as the library holds.
const MOST_AHEAD: usize = 32 * 1024;

/// What the gate and whoever answers say to each other about the requests of a connection. All of it
/// is on one thread.
#[derive(Clone, Default)]
pub struct Exchange(Rc<Said>);

#[derive(Default)]
struct Said {
    /// Why the last request was refused; none as long as it is not.
    fault: Cell<Option<Fault>>,
    /// Whether the last body was read to its end, from when its request is answered.
    taken: Cell<Option<bool>>,
    /// Waits for that, with bytes that came behind the body.
    gate: Cell<Option<Waker>>,
}

impl Exchange {
    /// Why the last request was refused.
    pub fn fault(&self) -> Option<Fault> {
        self.0.fault.get()
    }

    /// A request with a body is answered. Where its body was not `taken` to its end, nothing behind
    /// it is read.
    pub fn answered(&self, taken: bool) {
        self.0.taken.set(Some(taken));
        if let Some(gate) = self.0.gate.take() {
            gate.wake();
        }
    }
}

/// A stream of requests in and answers out.
pub struct Gate<S> {
    stream: S,
    grammar: RequestGrammar,
    /// What was let through and not yet taken.
    good: Vec<u8>,
    taken: usize,
    /// What came behind a body before the body was taken.
    ahead: Vec<u8>,
    exchange: Exchange,
}

impl<S> Gate<S> {
    /// Around a connection that was just accepted.
    pub fn new(stream: S) -> Self {
        let (grammar, exchange) = (RequestGrammar::new(), Exchange::default());
        Self { stream, grammar, good: Vec::new(), taken: 0, ahead: Vec::new(), exchange }
    }

    /// The connection itself.
    pub const fn stream(&self) -> &S {
        &self.stream
    }

    /// What is said about the connection's requests.
    pub fn exchange(&self) -> Exchange {
        self.exchange.clone()
    }

    fn judge(&mut self, bytes: &[u8]) {
        self.taken = 0;
        self.good.clear();
        match self.grammar.judge(bytes, &mut self.good) {
            Ok(judged) => self.ahead.extend_from_slice(&bytes[judged..]),
            Err(fault) => {
                self.exchange.0.fault.set(Some(fault));
                // Of a body that is at fault no more comes, and whoever reads it is told so.
                if fault != Fault::Framing {
                    self.good.extend_from_slice(REFUSED);
                }
            }
        }
    }

    /// Hears what became of the last body.
    fn hear(&mut self) {
        match self.exchange.0.taken.take() {
            None => {}
            Some(true) => self.grammar.go_on(),
            Some(false) => {
                self.grammar.end();
                self.ahead = Vec::new();
            }
        }
    }

    fn give(&mut self, buf: &mut ReadBuf<'_>) {
        let left = &self.good[self.taken..];
        let given = left.len().min(buf.remaining());
        buf.put_slice(&left[..given]);
        self.taken += given;
    }
}

impl<S: AsyncRead + Unpin> Gate<S> {
    /// Reads behind a body until the client has closed its side: whoever answers must learn of that.
    fn poll_ahead(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.ahead.len() < MOST_AHEAD {
            let mut space = [MaybeUninit::uninit(); PIECE];
            let mut piece = ReadBuf::uninit(&mut space);
            let read = Pin::new(&mut self.stream).poll_read(cx, &mut piece)?;
            if read.is_pending() {
                break;
            }
            if piece.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            self.ahead.extend_from_slice(piece.filled());
        }
        if !self.ahead.is_empty() {
            self.exchange.0.gate.set(Some(cx.waker().clone()));
        }
        Poll::Pending
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Gate<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        this.hear();
        while this.taken == this.good.len() {
            if this.grammar.waits() {
                return this.poll_ahead(cx);
            }
            if !this.ahead.is_empty() {
                let ahead = std::mem::take(&mut this.ahead);
                this.judge(&ahead);
                continue;
            }
            if this.grammar.data() >= buf.remaining() as u64 {
                // A body's data needs no judgement, and no copy.
                let before = buf.remaining();
                ready!(Pin::new(&mut this.stream).poll_read(cx, buf))?;
                this.grammar.pass((before - buf.remaining()) as u64);
                return Poll::Ready(Ok(()));
            }
            let mut space = [MaybeUninit::uninit(); PIECE];
            let mut piece = ReadBuf::uninit(&mut space);
            ready!(Pin::new(&mut this.stream).poll_read(cx, &mut piece))?;
            if piece.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            this.judge(piece.filled());
        }
        this.give(buf);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Gate<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(cx, data)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}
