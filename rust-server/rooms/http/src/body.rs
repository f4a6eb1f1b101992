//! Reading a request's body with caps on size and time that hold while reading.

use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use actix_web::rt::time::timeout;
use actix_web::web::{Bytes, Payload};

use testbed_contract::{Code, Problem};

/// How large a body may be, by which variable, and how long it may take (`CLIENT_TIMEOUT_MS`).
#[derive(Clone, Copy)]
pub struct Cap {
    /// The most bytes.
    pub bytes: usize,
    /// What sets them.
    pub variable: &'static str,
    /// From the first look to the whole.
    pub time: Duration,
}

/// Refuses a body in a content coding, whatever it is called: nothing here decodes one.
///
/// # Errors
/// `unsupported_media_type`
pub fn check_plain(request: &HttpRequest) -> Result<(), Problem> {
    if request.headers().contains_key(CONTENT_ENCODING) { Err(Problem::encoded()) } else { Ok(()) }
}

/// The whole body.
///
/// # Errors
/// `too_large` as soon as that is known; `invalid_request` where it does not arrive whole, or not in time.
pub async fn read_body(request: &HttpRequest, payload: Payload, cap: Cap) -> Result<Bytes, Problem> {
    let slow = || format!("the body did not arrive whole in {:?} (CLIENT_TIMEOUT_MS)", cap.time);
    let whole = timeout(cap.time, whole(request, payload, cap)).await;
    whole.unwrap_or_else(|_| Err(Problem::new(Code::InvalidRequest, slow())))
}

async fn whole(request: &HttpRequest, payload: Payload, cap: Cap) -> Result<Bytes, Problem> {
    let Cap { bytes: most, variable, .. } = cap;
    let too_large =
        || Problem::new(Code::TooLarge, format!("the body is larger than {most} bytes ({variable}); send less"));
    let declared = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if declared.is_some_and(|length| length > most as u64) {
        return Err(too_large());
    }
    let body = payload.to_bytes_limited(most).await.map_err(|_| too_large())?;
    body.map_err(|why| Problem::new(Code::InvalidRequest, format!("the body did not arrive whole: {why}")))
}
