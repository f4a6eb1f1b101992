//! What a provider's answer must be before any of its body is read.

use hyper::body::{Body, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode, Version};

use super::fetch_error::FetchError;
use super::target::Target;
use testbed_contract::Coding;

/// Whether another request may follow: the answer does not end with its connection, and does not announce that end.
pub fn stays_open<B>(response: &Response<B>) -> bool {
    let length = response.headers().get(header::CONTENT_LENGTH).map(HeaderValue::as_bytes);
    let chunked = response.headers().contains_key(header::TRANSFER_ENCODING);
    let framed = match response.status() {
        // It has no body. Where it announces one, nobody can tell whether it sends it for all that.
        StatusCode::NO_CONTENT => !chunked && length.is_none_or(|digits| digits.iter().all(|digit| *digit == b'0')),
        _ => chunked || length.is_some(),
    };
    let values = response.headers().get_all(header::CONNECTION).iter().map(HeaderValue::as_bytes);
    let mut options = values.flat_map(|value| value.split(|byte| *byte == b','));
    let close = options.any(|option| option.trim_ascii().eq_ignore_ascii_case(b"close"));
    response.version() == Version::HTTP_11 && framed && !close
}

/// Whether an answer is of this media type, whatever its parameters.
pub fn is_of<B>(response: &Response<B>, media_type: &str) -> bool {
    let named = response.headers().get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let named = named.split(|byte| *byte == b';').next().unwrap_or_default().trim_ascii();
    named.eq_ignore_ascii_case(media_type.as_bytes())
}

/// Status, media type, coding and declared length, before any of the body.
pub fn check_head(response: &Response<Incoming>, target: &Target) -> Result<(), FetchError> {
    if response.status() != StatusCode::OK {
        return Err(FetchError::Status(response.status().as_u16()));
    }
    if !is_of(response, target.media_type) {
        return Err(FetchError::MediaType { expected: target.media_type });
    }
    check_coding(response, target.coding)?;
    if response.body().size_hint().lower() > target.max_object_bytes as u64 {
        return Err(FetchError::TooLarge(target.max_object_bytes));
    }
    Ok(())
}

/// Refuses another coding than the one that was asked for.
fn check_coding<B>(response: &Response<B>, asked: Option<Coding>) -> Result<(), FetchError> {
    let mut codings = response.headers().get_all(header::CONTENT_ENCODING).iter().map(HeaderValue::as_bytes);
    let Some(asked) = asked else {
        let is_plain = codings.all(|coding| coding.trim_ascii().eq_ignore_ascii_case(b"identity"));
        return if is_plain { Ok(()) } else { Err(FetchError::Compressed) };
    };
    let came = match (codings.next(), codings.next()) {
        (None, _) => "none",
        (Some(coding), None) => Coding::of_field(coding).map_or("another", Coding::name),
        (Some(_), Some(_)) => "several",
    };
    if came == asked.name() { Ok(()) } else { Err(FetchError::Coding { asked: asked.name(), came }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_without_a_body_keeps_its_connection_unless_it_announces_one() {
        for (fields, kept) in [
            (&[][..], true),
            (&[("Content-Length", "0")], true),
            (&[("Connection", "keep-alive")], true),
            (&[("Connection", "x, Close")], false),
            (&[("Content-Length", "5")], false),
            (&[("Transfer-Encoding", "chunked")], false),
        ] {
            let answer = |version: Version| {
                let head = Response::builder().status(StatusCode::NO_CONTENT).version(version);
                fields.iter().fold(head, |head, (name, value)| head.header(*name, *value)).body(()).unwrap()
            };
            assert_eq!(stays_open(&answer(Version::HTTP_11)), kept, "{fields:?}");
            assert!(!stays_open(&answer(Version::HTTP_10)), "{fields:?}");
        }
    }

    #[test]
    fn a_body_has_the_one_coding_that_was_asked_for() {
        for (came, plain, zstd) in [
            (&[][..], true, Some("none")),
            (&["identity"], true, Some("another")),
            (&["zstd"], false, None),
            (&[" ZStd "], false, None),
            (&["br"], false, Some("br")),
            (&["zstd, gzip"], false, Some("another")),
            (&["zstd", "zstd"], false, Some("several")),
        ] {
            let head = Response::builder();
            let head = came.iter().fold(head, |head, value| head.header(header::CONTENT_ENCODING, *value));
            let answer = head.body(()).unwrap();
            assert_eq!(check_coding(&answer, None).is_ok(), plain, "{came:?}");
            let told = check_coding(&answer, Some(Coding::Zstd)).err().map(|why| why.to_string());
            let expected =
                zstd.map(|came| format!("the provider was asked for Content-Encoding zstd and answered with {came}"));
            assert_eq!(told, expected, "{came:?}");
        }
    }
}
