//! A connection that lets through no byte that the grammar of answers refuses.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::AsFd;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::answer_grammar::{AnswerGrammar, Fault, UNASKED};

/// A stream of requests out and answers in. A fault is an error of the read behind the last good
/// byte; [`fault_of`] finds it in what the library makes of that.
pub struct AnswerStream<S> {
    stream: S,
    grammar: AnswerGrammar,
    fault: Option<Fault>,
    /// Whether anything was asked on it.
    is_used: bool,
}

impl<S> AnswerStream<S> {
    /// Around a connection that was just opened, for bodies of at most so many bytes.
    pub const fn new(stream: S, most_bytes: u64) -> Self {
        Self { stream, grammar: AnswerGrammar::new(most_bytes), fault: None, is_used: false }
    }
}

impl<S: AsFd> AnswerStream<S> {
    /// A request begins, or goes on. What lies there before the first would be taken for its answer. Between two answers
    /// the library looks itself; of a connection that is new it knows nothing yet.
    fn asks(&mut self) -> io::Result<()> {
        if !self.is_used {
            self.is_used = true;
            let lies_there = SockRef::from(&self.stream).peek(&mut [MaybeUninit::uninit()]);
            if lies_there.is_ok_and(|bytes| bytes > 0) {
                self.fault = Some(UNASKED);
            }
        }
        if let Some(fault) = self.fault {
            return Err(io::Error::other(fault));
        }
        self.grammar.expect();
        Ok(())
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

impl<S: AsyncWrite + AsFd + Unpin> AsyncWrite for AnswerStream<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        this.asks()?;
        Pin::new(&mut this.stream).poll_write(cx, data)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        data: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        this.asks()?;
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

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    #[tokio::test(flavor = "current_thread")]
    async fn what_lies_there_before_a_request_is_no_answer_to_it() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let near = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (mut far, _) = listener.accept().await.unwrap();
        let mut near = AnswerStream::new(near, 1 << 16);
        far.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
        while SockRef::from(&near.stream).peek(&mut [MaybeUninit::uninit()]).is_err() {}
        let why = near.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap_err();
        assert_eq!(why.get_ref().unwrap().downcast_ref::<Fault>(), Some(&UNASKED));
    }
}
