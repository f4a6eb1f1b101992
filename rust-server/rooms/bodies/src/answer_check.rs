//! What a provider's answer must be before any of its body is read.

use hyper::body::{Body, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode, Version};

use super::fetch_error::FetchError;
use super::target::Target;

/// Whether another request may follow: the answer does not end with its connection, and does not announce that end.
pub fn stays_open(response: &Response<Incoming>) -> bool {
    let framed = [header::CONTENT_LENGTH, header::TRANSFER_ENCODING];
    let framed = framed.iter().any(|name| response.headers().contains_key(name));
    let values = response.headers().get_all(header::CONNECTION).iter().map(HeaderValue::as_bytes);
    let mut options = values.flat_map(|value| value.split(|byte| *byte == b','));
    let close = options.any(|option| option.trim_ascii().eq_ignore_ascii_case(b"close"));
    response.version() == Version::HTTP_11 && framed && !close
}

/// Status, media type, coding and declared length, before any of the body.
pub fn check_head(response: &Response<Incoming>, target: &Target) -> Result<(), FetchError> {
    if response.status() != StatusCode::OK {
        return Err(FetchError::Status(response.status().as_u16()));
    }
    let media_type = response.headers().get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let media_type = media_type.split(|byte| *byte == b';').next().unwrap_or_default().trim_ascii();
    if !media_type.eq_ignore_ascii_case(target.media_type.as_bytes()) {
        return Err(FetchError::MediaType { expected: target.media_type });
    }
    let mut codings = response.headers().get_all(header::CONTENT_ENCODING).iter();
    if !codings.all(|coding| coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity")) {
        return Err(FetchError::Compressed);
    }
    if response.body().size_hint().lower() > target.max_object_bytes as u64 {
        return Err(FetchError::TooLarge(target.max_object_bytes));
    }
    Ok(())
}
