//! What the body of a request is that pushes.

use std::cell::Cell;
use std::convert::Infallible;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How many pieces lie ready for a connection: the head and the bytes of four objects.
const READY: usize = 8;

/// A body of a length that is known, in pieces that come one by one.
pub struct Outgoing {
    pieces: Receiver<Bytes>,
    left: u64,
    /// When the last piece was taken.
    ended: Rc<Cell<Option<Instant>>>,
}

impl Outgoing {
    /// One of so many bytes, and where its pieces go in.
    pub fn of(length: u64) -> (Sender<Bytes>, Self) {
        let (sender, pieces) = channel(READY);
        (sender, Self { pieces, left: length, ended: Rc::default() })
    }

    /// One that is there.
    pub fn whole(bytes: Bytes) -> Self {
        let (sender, body) = Self::of(bytes.len() as u64);
        sender.try_send(bytes).expect("there is room for one");
        body
    }

    /// Where it is told when the last piece was taken.
    pub fn ended(&self) -> Rc<Cell<Option<Instant>>> {
        Rc::clone(&self.ended)
    }
}

impl Body for Outgoing {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        // Whoever puts in less than was said is gone, and the library ends the connection for it.
        let Some(piece) = ready!(self.pieces.poll_recv(cx)) else { return Poll::Ready(None) };
        self.left = self.left.saturating_sub(piece.len() as u64);
        if self.left == 0 {
            self.ended.set(Some(Instant::now()));
        }
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
