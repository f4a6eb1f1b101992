//! Closes connections whose clients go on sending bodies that nobody reads, and ends bodies that the
//! gate refused.
//!
//! The HTTP library reads on, for as long as it takes, where a body in chunks was dropped before its end. One that is still held when its answer is out
//! has its connection closed instead. So every answer holds its request's body.

use std::cell::RefCell;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, EitherBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage};
use futures_util::Stream;

use super::gate::Refusal;

type Shared = Rc<RefCell<Payload>>;

/// A middleware: the answer to a request with a body holds that body.
///
/// # Errors
/// The handler's.
pub async fn hold_bodies<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, Holding<B>>>, Error> {
    let payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return Ok(next.call(request).await?.map_into_left_body());
    }
    let shared = Rc::new(RefCell::new(payload));
    let refusal = request.conn_data::<Refusal>().cloned();
    let reader = Reader { payload: Rc::clone(&shared), refusal };
    request.set_payload(Payload::Stream { payload: Box::pin(reader) });
    let response = next.call(request).await?;
    Ok(response.map_body(|_, body| Holding { body: Box::pin(body), _request: shared }).map_into_right_body())
}

/// A request's body as its handler reads it.
struct Reader {
    payload: Shared,
    refusal: Option<Refusal>,
}

impl Stream for Reader {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = Pin::new(&mut *self.payload.borrow_mut()).poll_next(cx);
        // The gate lets through nothing of a body behind a fault, which the library waits for.
        let fault = self.refusal.as_ref().filter(|_| next.is_pending()).and_then(Refusal::fault);
        fault.map_or(next, |fault| Poll::Ready(Some(Err(PayloadError::Io(io::Error::other(fault))))))
    }
}

/// An answer's body, and the request's.
pub struct Holding<B> {
    body: Pin<Box<B>>,
    _request: Shared,
}

impl<B: MessageBody> MessageBody for Holding<B> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, B::Error>>> {
        self.body.as_mut().poll_next(cx)
    }
}
