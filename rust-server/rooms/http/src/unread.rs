//! Closes connections whose clients send bodies that nobody reads, and ends bodies that the gate refused.
//!
//! Behind a body that was not read to its end nothing is answered: the answer says `Connection: close`, and the gate
//! lets nothing more through. The HTTP library would answer requests that it had read already. It also reads on, for as
//! long as it takes, where a body in chunks was dropped before its end. One that is still held when its answer is out
//! has its connection closed instead. So every answer holds its request's body.

use std::cell::{Cell, RefCell};
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, EitherBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::ConnectionType;
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage};
use futures_util::Stream;

use super::gate::Exchange;

/// A request's body, and whether it was read to its end.
struct Body {
    payload: RefCell<Payload>,
    taken: Cell<bool>,
}

/// A middleware: the answer to a request with a body holds that body, and closes the connection where nobody took it.
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
    let received = Rc::new(Body { payload: RefCell::new(payload), taken: Cell::new(false) });
    let exchange = request.conn_data::<Exchange>().cloned();
    let reader = Reader { received: Rc::clone(&received), exchange: exchange.clone() };
    request.set_payload(Payload::Stream { payload: Box::pin(reader) });
    let mut response = next.call(request).await?;
    let taken = received.taken.get();
    if !taken {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    if let Some(exchange) = exchange {
        exchange.answered(taken);
    }
    Ok(response.map_body(|_, body| Holding { body: Box::pin(body), _received: received }).map_into_right_body())
}

/// A request's body as its handler reads it.
struct Reader {
    received: Rc<Body>,
    exchange: Option<Exchange>,
}

impl Stream for Reader {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = Pin::new(&mut *self.received.payload.borrow_mut()).poll_next(cx);
        if matches!(next, Poll::Ready(None)) {
            self.received.taken.set(true);
        }
        // The gate lets through nothing of a body behind a fault, which the library waits for.
        let fault = self.exchange.as_ref().filter(|_| next.is_pending()).and_then(Exchange::fault);
        fault.map_or(next, |fault| Poll::Ready(Some(Err(PayloadError::Io(io::Error::other(fault))))))
    }
}

/// An answer's body, and the request's.
pub struct Holding<B> {
    body: Pin<Box<B>>,
    _received: Rc<Body>,
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
