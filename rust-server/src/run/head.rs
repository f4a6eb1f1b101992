//! The head of a provider's answer: what it must say, and how its body is delimited.

use httparse::{EMPTY_HEADER, Header, Response, Status};

use super::fetch_error::FetchError;

/// The most headers that an answer may have; more is no server of this testbed.
const MAX_HEADERS: usize = 64;
/// The largest head, bytes.
const MAX_BYTES: usize = 16_384;

/// A head that allows its body to be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Head {
    /// How the body is delimited.
    pub framing: Framing,
    /// Whether the connection can be used again after the body.
    pub stays: bool,
}

/// How a body is delimited (RFC 9112, section 6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// By its length in bytes.
    Length(u64),
    /// By itself.
    Chunked,
    /// By the connection's end.
    UntilClose,
}

impl Head {
    /// Reads a head from what was received: its length in bytes, and what it says unless it is an interim one; `None` if it is not whole.
    ///
    /// # Errors
    /// `Unreachable` if this is no HTTP/1; `Status`, `MediaType`, `Compressed` for an answer without an object.
    pub fn parse(received: &[u8], media_type: &'static str) -> Result<Option<(usize, Option<Self>)>, FetchError> {
        let mut headers = [EMPTY_HEADER; MAX_HEADERS];
        let mut response = Response::new(&mut headers);
        let length = match response.parse(received) {
            Ok(Status::Complete(length)) => length,
            Ok(Status::Partial) if received.len() <= MAX_BYTES => return Ok(None),
            Ok(Status::Partial) => return Err(no_http("its head is too large")),
            Err(why) => return Err(no_http(&why.to_string())),
        };
        let status = response.code.unwrap_or_default();
        if (100..200).contains(&status) && status != 101 {
            return Ok(Some((length, None)));
        }
        if status != 200 {
            return Err(FetchError::Status(status));
        }
        check_type(response.headers, media_type)?;
        let framing = framing(response.headers)?;
        let close = values(response.headers, "connection").any(|value| lists(value, "close"));
        let stays = response.version == Some(1) && !close && framing != Framing::UntilClose;
        Ok(Some((length, Some(Self { framing, stays }))))
    }
}

fn no_http(why: &str) -> FetchError {
    FetchError::Unreachable(format!("it does not answer in HTTP/1.1 ({why})"))
}

fn check_type(headers: &[Header<'_>], media_type: &'static str) -> Result<(), FetchError> {
    let sent = values(headers, "content-type").next().unwrap_or_default();
    let sent = sent.split(|byte| *byte == b';').next().unwrap_or_default();
    if !sent.trim_ascii().eq_ignore_ascii_case(media_type.as_bytes()) {
        return Err(FetchError::MediaType { expected: media_type });
    }
    let identity = values(headers, "content-encoding").all(|value| value.eq_ignore_ascii_case(b"identity"));
    if identity { Ok(()) } else { Err(FetchError::Compressed) }
}

fn framing(headers: &[Header<'_>]) -> Result<Framing, FetchError> {
    let mut codings = values(headers, "transfer-encoding");
    if let Some(coding) = codings.next() {
        let chunked = coding.trim_ascii().eq_ignore_ascii_case(b"chunked") && codings.next().is_none();
        // A length beside it means that somebody between here and there may read the answer otherwise.
        let unambiguous = values(headers, "content-length").next().is_none();
        return if chunked && unambiguous { Ok(Framing::Chunked) } else { Err(no_http("its Transfer-Encoding")) };
    }
    let mut lengths = values(headers, "content-length");
    let Some(first) = lengths.next() else { return Ok(Framing::UntilClose) };
    let digits = !first.is_empty() && first.iter().all(u8::is_ascii_digit) && lengths.all(|other| other == first);
    let length = std::str::from_utf8(first).ok().filter(|_| digits).and_then(|text| text.parse().ok());
    length.map(Framing::Length).ok_or_else(|| no_http("its Content-Length"))
}

/// The values of every header of this lower-case name.
fn values<'h>(headers: &'h [Header<'_>], name: &str) -> impl Iterator<Item = &'h [u8]> {
    headers.iter().filter(move |header| header.name.eq_ignore_ascii_case(name)).map(|header| header.value)
}

/// Whether a comma-separated list has this option.
fn lists(value: &[u8], option: &str) -> bool {
    value.split(|byte| *byte == b',').any(|listed| listed.trim_ascii().eq_ignore_ascii_case(option.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a head with these headers after a good status and type says.
    fn head(headers: &str) -> Result<Head, FetchError> {
        let text = format!("HTTP/1.1 200 OK\r\ncontent-type: Application/JSON; charset=utf-8\r\n{headers}\r\nbody");
        let (length, head) = Head::parse(text.as_bytes(), "application/json")?.expect("it is whole");
        assert_eq!(length, text.len() - "body".len());
        Ok(head.expect("it is no interim one"))
    }

    #[test]
    fn the_body_is_delimited_by_length_by_chunks_or_by_the_end() {
        for (headers, framing, stays) in [
            ("Content-Length: 5\r\n", Framing::Length(5), true),
            ("content-length: 5\r\nCONTENT-LENGTH: 5\r\n", Framing::Length(5), true),
            ("Content-Length: 5\r\nConnection: keep-alive, Close\r\n", Framing::Length(5), false),
            ("Transfer-Encoding: Chunked\r\n", Framing::Chunked, true),
            ("", Framing::UntilClose, false),
        ] {
            assert_eq!(head(headers).unwrap(), Head { framing, stays }, "{headers}");
        }
    }

    #[test]
    fn an_ambiguous_or_unknown_framing_is_no_http() {
        for headers in [
            "Content-Length: 5\r\nContent-Length: 6\r\n",
            "Content-Length: +5\r\n",
            "Content-Length: \r\n",
            "Content-Length: 99999999999999999999\r\n",
            "Transfer-Encoding: gzip, chunked\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        ] {
            assert!(matches!(head(headers), Err(FetchError::Unreachable(_))), "{headers}");
        }
    }

    #[test]
    fn http_1_0_does_not_stay() {
        let text = b"HTTP/1.0 200 OK\r\nContent-Type: a/b\r\nContent-Length: 1\r\n\r\n";
        let head = Head::parse(text, "a/b").unwrap().unwrap().1.unwrap();
        assert_eq!(head, Head { framing: Framing::Length(1), stays: false });
    }

    #[test]
    fn interim_heads_are_passed_over_and_other_statuses_are_not() {
        let interim = b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP";
        assert_eq!(Head::parse(interim, "a/b").unwrap(), Some((interim.len() - 4, None)));
        for status in [101, 201, 204, 301, 404, 503] {
            let text = format!("HTTP/1.1 {status} Word\r\n\r\n");
            let why = Head::parse(text.as_bytes(), "a/b").unwrap_err();
            assert!(matches!(why, FetchError::Status(sent) if sent == status), "{why}");
        }
    }

    #[test]
    fn a_cut_head_is_waited_for_and_an_endless_one_is_not() {
        let text = b"HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 1\r\n\r\n";
        for end in 0..text.len() {
            assert_eq!(Head::parse(&text[..end], "a/b").unwrap(), None);
        }
        let endless = [&text[..20], &[b'x'; MAX_BYTES]].concat();
        assert!(matches!(Head::parse(&endless, "a/b"), Err(FetchError::Unreachable(_))));
    }
}
