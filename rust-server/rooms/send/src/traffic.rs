//! Counts the bytes of connections where they leave the process and come into it.

use std::cell::Cell;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

use testbed_bodies::overdue;

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
///
/// A write of which the other end takes no byte in time fails.
pub struct Counted {
    stream: TcpStream,
    traffic: Traffic,
    limit: Duration,
    /// When a write that waits has waited too long.
    deadline: Pin<Box<Sleep>>,
    waits: bool,
}

impl Counted {
    /// Adds what goes over a connection, where each write has so long.
    pub fn new(stream: TcpStream, traffic: Traffic, limit: Duration) -> Self {
        Self { stream, traffic, limit, deadline: Box::pin(sleep(limit)), waits: false }
    }
}

impl AsFd for Counted {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
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
        if written.is_ready() {
            self.waits = false;
            return written;
        }
        if !self.waits {
            self.waits = true;
            let by = Instant::now() + self.limit;
            self.deadline.as_mut().reset(by);
        }
        overdue(&mut self.deadline, cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
