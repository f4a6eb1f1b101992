//! Counts the bytes of connections where they leave the process and come into it.

use std::cell::Cell;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// Bytes so far, of all connections that share it.
#[derive(Clone, Default)]
pub struct Traffic {
    sent: Rc<Cell<u64>>,
    received: Rc<Cell<u64>>,
}

impl Traffic {
    /// Sent and received.
    pub fn bytes(&self) -> (u64, u64) {
        (self.sent.get(), self.received.get())
    }
}

/// A connection whose bytes are counted. Pieces are not gathered for one call of the system: the HTTP library then fills its own buffer first.
pub struct Counted {
    stream: TcpStream,
    traffic: Traffic,
}

impl Counted {
    /// Adds what goes over a connection.
    pub const fn new(stream: TcpStream, traffic: Traffic) -> Self {
        Self { stream, traffic }
    }
}

impl AsyncRead for Counted {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        let received = &self.traffic.received;
        received.set(received.get() + (buffer.filled().len() - before) as u64);
        read
    }
}

impl AsyncWrite for Counted {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        if let Poll::Ready(Ok(count)) = written {
            self.traffic.sent.set(self.traffic.sent.get() + count as u64);
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
