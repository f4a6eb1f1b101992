//! A connection that lets through no byte that the grammar of answers refuses.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::answer_grammar::{AnswerGrammar, Fault};

/// A stream of requests out and answers in. A fault is an error of the read behind the last good
/// byte; [`fault_of`] finds it in what the library makes of that.
pub struct AnswerStream<S> {
    stream: S,
    grammar: AnswerGrammar,
    fault: Option<Fault>,
}

impl<S> AnswerStream<S> {
    /// Around a connection that was just opened, for bodies of at most so many bytes.
    pub const fn new(stream: S, most_bytes: u64) -> Self {
        Self { stream, grammar: AnswerGrammar::new(most_bytes), fault: None }
    }
}

/// The fault behind an error of the library, where one is.
pub fn fault_of(error: &hyper::Error) -> Option<Fault> {
    let cause = std::error::Error::source(error)?.downcast_ref::<io::Error>()?;
    cause.get_ref()?.downcast_ref::<Fault>().copied()
}

impl<S: AsyncRead + Unpin> AsyncRead for AnswerStream<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if let Some(fault) = this.fault {
            return Poll::Ready(Err(io::Error::other(fault)));
        }
        let before = buf.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(cx, buf))?;
        let (good, fault) = this.grammar.judge(&buf.filled()[before..]);
        this.fault = fault;
        if let Some(fault) = fault.filter(|_| good == 0) {
            return Poll::Ready(Err(io::Error::other(fault)));
        }
        buf.set_filled(before + good);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for AnswerStream<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        this.grammar.expect();
        Pin::new(&mut this.stream).poll_write(cx, data)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        data: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        this.grammar.expect();
        Pin::new(&mut this.stream).poll_write_vectored(cx, data)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}
