//! The gate between a socket and the HTTP library: the library gets what the grammar of requests
//! lets through, and for the rest a request that only its own middleware can refuse.

use std::cell::Cell;
use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::request_fault::Fault;
use super::request_grammar::RequestGrammar;

/// How much is read to be judged at once, bytes.
const PIECE: usize = 8 * 1024;

/// Stands for a head that was refused, behind its first letter. No head that is let through has a
/// `*` in its method. Its body never comes, so that the library closes the connection once the
/// client has had time to read the answer.
const REFUSED: &[u8] = b"* / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n";

/// Why a connection's last request was refused; none as long as it is not.
#[derive(Clone, Default)]
pub struct Refusal(Rc<Cell<Option<Fault>>>);

impl Refusal {
    /// The fault.
    pub fn fault(&self) -> Option<Fault> {
        self.0.get()
    }
}

/// A stream of requests in and answers out.
pub struct Gate<S> {
    stream: S,
    grammar: RequestGrammar,
    /// What was let through and not yet taken.
    good: Vec<u8>,
    taken: usize,
    refusal: Refusal,
}

impl<S> Gate<S> {
    /// Around a connection that was just accepted.
    pub fn new(stream: S) -> Self {
        let (grammar, refusal) = (RequestGrammar::new(), Refusal::default());
        Self { stream, grammar, good: Vec::new(), taken: 0, refusal }
    }

    /// The connection itself.
    pub const fn stream(&self) -> &S {
        &self.stream
    }

    /// What says why the connection's last request was refused.
    pub fn refusal(&self) -> Refusal {
        self.refusal.clone()
    }

    fn judge(&mut self, bytes: &[u8]) {
        self.taken = 0;
        self.good.clear();
        if let Err(fault) = self.grammar.judge(bytes, &mut self.good) {
            self.refusal.0.set(Some(fault));
            // Of a body that is at fault no more comes, and whoever reads it is told so.
            if fault != Fault::Framing {
                self.good.extend_from_slice(REFUSED);
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

impl<S: AsyncRead + Unpin> AsyncRead for Gate<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        while this.taken == this.good.len() {
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
