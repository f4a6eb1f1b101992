//! Why bytes are no request (docs/contract/http.md), and what their client is answered.

use thiserror::Error;

use testbed_contract::{Code, Problem};

/// Why what came is no request that this server reads.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum Fault {
    #[error("the request line is not a method, a path or an http URL, and HTTP/1.0 or HTTP/1.1")]
    RequestLine,
    #[error("a field is not a name, a colon at once and a value without control characters")]
    Field,
    #[error("a line ends without CR")]
    LineEnd,
    #[error("Content-Length is not one number in digits")]
    Length,
    #[error("Transfer-Encoding is other than chunked, or is sent in HTTP/1.0")]
    Coding,
    #[error("it has both Content-Length and Transfer-Encoding")]
    LengthAndCoding,
    #[error("Expect is other than 100-continue")]
    Expectation,
    #[error("the body is not framed in chunks as HTTP has it")]
    Framing,
    #[error("header Host is missing, repeated, no host such as 127.0.0.1:8081, or another than the target's")]
    Host,
    #[error("the head is over 16384 bytes or 90 fields")]
    HeadTooLarge,
    #[error("Content-Length is over every limit")]
    BodyTooLarge,
}

impl Fault {
    /// What the client is answered.
    pub fn problem(self) -> Problem {
        match self {
            Fault::HeadTooLarge => Problem::head_too_large(format!("{self}; send fewer or shorter fields")),
            Fault::BodyTooLarge => Problem::new(Code::TooLarge, format!("{self}; send less")),
            Fault::Host => Problem::invalid("Host", format!("{self}; send it once")),
            _ => Problem::new(
                Code::InvalidRequest,
                format!("the request is not HTTP that this server reads: {self}; send it as RFC 9112 has it"),
            ),
        }
    }
}
