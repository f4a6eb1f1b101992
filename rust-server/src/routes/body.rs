//! Reading a request's body with a cap that holds while reading.

use actix_web::HttpRequest;
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::web::{BytesMut, Payload};
use futures_util::StreamExt;

use crate::problem::{Code, Problem};

/// The whole body.
///
/// # Errors
/// `too_large` as soon as that is known; `variable` names the cap.
pub async fn read(
    request: &HttpRequest,
    mut payload: Payload,
    most: usize,
    variable: &str,
) -> Result<BytesMut, Problem> {
    let too_large =
        || Problem::new(Code::TooLarge, format!("the body is larger than {most} bytes ({variable}); send less"));
    let declared = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if declared.is_some_and(|length| length > most as u64) {
        return Err(too_large());
    }
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let broken = |why| Problem::new(Code::InvalidRequest, format!("the body did not arrive whole: {why}"));
        let chunk = chunk.map_err(broken)?;
        if body.len() + chunk.len() > most {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}
