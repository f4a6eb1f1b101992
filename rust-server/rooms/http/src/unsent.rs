//! What answers may hold whose clients do not read them.
//!
//! The HTTP library copies a body into its buffer piece by piece, and takes no piece while that holds enough. So a large
//! body is given in pieces, and the room that it takes until then is counted.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use actix_web::HttpResponse;
use actix_web::body::{BodySize, MessageBody};
use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
use actix_web::web::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What large answers may hold together, bytes: twice what the largest objects take over as many connections as a run may
/// have by default.
const MOST_BYTES: usize = 128 << 20;
/// Room is counted in KiB.
const UNIT: usize = 1 << 10;
/// The largest piece of a body, bytes: as much as the HTTP library wants to have in its buffer.
const PIECE: usize = 1 << 15;

/// The room that there is. Who asks for more than is left waits until others are sent, or their connections ended.
pub struct Unsent(Arc<Semaphore>);

/// Room for one answer, given back when it is sent or its connection has ended.
pub struct Room(OwnedSemaphorePermit);

impl Unsent {
    /// All of it.
    pub fn new() -> Self {
        Self::of(MOST_BYTES)
    }

    fn of(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new(bytes / UNIT)))
    }

    /// Waits for room for an answer of so many bytes at most.
    pub async fn room(&self, bytes: usize) -> Room {
        let units = u32::try_from(bytes.min(MOST_BYTES).div_ceil(UNIT)).expect("all of it is not as much");
        Room(Arc::clone(&self.0).acquire_many_owned(units).await.expect("it is never closed"))
    }
}

impl Room {
    /// Answers with a body, and gives back the room that it does not need.
    pub fn answer(mut self, media_type: &'static str, body: impl Into<Bytes>) -> HttpResponse {
        let body: Bytes = body.into();
        let surplus = self.0.num_permits().saturating_sub(body.len().div_ceil(UNIT));
        drop(self.0.split(surplus));
        ok(media_type, Pieces { left: body, _room: Some(self) })
    }
}

/// Answers with a body that takes no memory of its own.
pub fn shared(media_type: &'static str, body: Bytes) -> HttpResponse {
    // The library has a shorter way for a body that is one piece.
    if body.len() <= PIECE { ok(media_type, body) } else { ok(media_type, Pieces { left: body, _room: None }) }
}

fn ok(media_type: &'static str, body: impl MessageBody + 'static) -> HttpResponse {
    HttpResponse::Ok().insert_header((CONTENT_TYPE, HeaderValue::from_static(media_type))).body(body)
}

/// A body that is given piece by piece.
struct Pieces {
    left: Bytes,
    _room: Option<Room>,
}

impl MessageBody for Pieces {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.left.len() as u64)
    }

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Infallible>>> {
        let length = self.left.len().min(PIECE);
        let piece = self.left.split_to(length);
        Poll::Ready(if piece.is_empty() { None } else { Some(Ok(piece)) })
    }
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;
    use futures_util::FutureExt;

    use super::*;

    #[actix_web::test]
    async fn who_finds_no_room_waits_until_others_are_sent() {
        let unsent = Unsent::of(4 * UNIT);
        let first = unsent.room(3 * UNIT).await.answer("text/plain", vec![b'x'; UNIT + 1]);
        let second = unsent.room(2 * UNIT).now_or_never().expect("what the first did not need is free");
        let mut third = Box::pin(unsent.room(1));
        assert!(third.as_mut().now_or_never().is_none());
        assert_eq!(to_bytes(first.into_body()).await.unwrap().len(), UNIT + 1);
        assert!(third.await.0.num_permits() == 1 && second.0.num_permits() == 2);
    }

    #[actix_web::test]
    async fn a_body_comes_in_pieces_and_whole() {
        let body = Bytes::from((0..=255).cycle().take(3 * PIECE + 1).collect::<Vec<u8>>());
        let answer = shared("text/plain", body.clone());
        assert_eq!(answer.body().size(), BodySize::Sized(body.len() as u64));
        assert_eq!(to_bytes(answer.into_body()).await.unwrap(), body);
        let mut pieces = Pieces { left: body, _room: None };
        let lengths =
            std::iter::from_fn(|| std::future::poll_fn(|cx| Pin::new(&mut pieces).poll_next(cx)).now_or_never()?);
        assert_eq!(lengths.map(|piece| piece.unwrap().len()).collect::<Vec<_>>(), [PIECE, PIECE, PIECE, 1]);
    }
}
