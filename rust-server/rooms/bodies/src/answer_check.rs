//! What a provider's answer must be before any of its body is read.

use hyper::body::{Body, Incoming};
use hyper::header::{self, HeaderMap};
use hyper::{Response, StatusCode, Version};

use super::fetch_error::FetchError;
use super::target::Target;

/// Whether another request may follow: the answer does not end with its connection, and does not announce that end.
pub fn stays_open(response: &Response<Incoming>) -> bool {
    let framed = [header::CONTENT_LENGTH, header::TRANSFER_ENCODING];
    let framed = framed.iter().any(|name| response.headers().contains_key(name));
    let mut options = response.headers().get_all(header::CONNECTION).iter().filter_map(|value| value.to_str().ok());
    let close = options.any(|value| value.split(',').any(|option| option.trim().eq_ignore_ascii_case("close")));
    response.version() == Version::HTTP_11 && framed && !close
}

/// Status, media type, coding and declared length, before any of the body.
pub fn check_head(response: &Response<Incoming>, target: &Target) -> Result<(), FetchError> {
    if response.status() != StatusCode::OK {
        return Err(FetchError::Status(response.status().as_u16()));
    }
    let media_type = text(response.headers(), &header::CONTENT_TYPE).unwrap_or_default();
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    if !media_type.eq_ignore_ascii_case(target.media_type) {
        return Err(FetchError::MediaType { expected: target.media_type });
    }
    match text(response.headers(), &header::CONTENT_ENCODING) {
        Some(coding) if !coding.eq_ignore_ascii_case("identity") => return Err(FetchError::Compressed),
        _ => {}
    }
    if response.body().size_hint().lower() > target.max_object_bytes as u64 {
        return Err(FetchError::TooLarge(target.max_object_bytes));
    }
    Ok(())
}

/// A header's text; one that is no ASCII counts as empty, hence wrong.
fn text<'h>(headers: &'h HeaderMap, name: &header::HeaderName) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or_default())
}
