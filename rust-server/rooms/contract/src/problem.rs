//! What goes wrong, as RFC 9457 says it: the codes, their statuses, and how they are written.

use http::StatusCode;
use http::header::{self, HeaderName};
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::code::Code;
use super::place::Place;

/// Who refused a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum RefusedBy {
    Coding,
    Guard,
    Engine,
    Comparison,
}

/// A failed request or run: the contract's `Problem`.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{detail}")]
pub struct Problem {
    /// What a program reads.
    pub code: Code,
    /// What happened, why, and what to do.
    pub detail: String,
    status: StatusCode,
    more: Box<More>,
}

/// Members that only some problems have, and what goes into headers.
#[derive(Clone, Debug, Default, Serialize)]
struct More {
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(flatten)]
    place: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    receiver_code: Option<Code>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused_by: Option<RefusedBy>,
    #[serde(flatten)]
    body: Option<Body>,
    #[serde(skip)]
    header: Option<(HeaderName, &'static str)>,
}

/// A refused body, by all that is told of it.
#[derive(Clone, Debug, Serialize)]
struct Body {
    body_bytes: usize,
    body_sha256: String,
}

impl Problem {
    /// A problem with its code's status and no further members.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self::with(code, detail, More::default())
    }

    /// What no client is to blame for.
    pub fn internal(detail: impl Into<String>) -> Self {
        Self::new(Code::Internal, detail)
    }

    fn with(code: Code, detail: impl Into<String>, more: More) -> Self {
        Self { code, detail: detail.into(), status: code.status(), more: Box::new(more) }
    }

    /// 400 for a field of a request.
    pub fn invalid(field: &str, detail: impl Into<String>) -> Self {
        Self::with(Code::InvalidRequest, detail, More { field: Some(field.to_owned()), ..More::default() })
    }

    /// 431 for a request's head.
    pub fn head_too_large(detail: impl Into<String>) -> Self {
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        Self { status, ..Self::with(Code::TooLarge, detail, More::default()) }
    }

    /// 401 for a request without the server's token, with how one is sent.
    pub fn unauthorized() -> Self {
        let detail = "the request does not have this server's token; send it once, as Authorization: Bearer TOKEN";
        Self::with(
            Code::Unauthorized,
            detail,
            More { header: Some((header::WWW_AUTHENTICATE, "Bearer")), ..More::default() },
        )
    }

    /// 405, with what is allowed instead.
    pub fn method_not_allowed(allow: &'static str) -> Self {
        let detail = format!("this path does not answer the request's method; use {allow}");
        Self::with(Code::MethodNotAllowed, detail, More { header: Some((header::ALLOW, allow)), ..More::default() })
    }

    /// 415 for a body in a content coding, with the only one that is read.
    pub fn encoded() -> Self {
        let more = More { header: Some((header::ACCEPT_ENCODING, "identity")), ..More::default() };
        Self::with(Code::UnsupportedMediaType, "the body has a Content-Encoding; send it as it is", more)
    }

    /// A provider that answered another status than 200.
    pub fn provider_status(status: u16, detail: impl Into<String>) -> Self {
        Self::with(Code::ProviderStatus, detail, More { provider_status: Some(status), ..More::default() })
    }

    /// A receiver that refused an ingest, or ended it early; `code` is that of its problem, where it is one of the contract's.
    pub fn receiver_refused(code: Option<Code>, detail: impl Into<String>) -> Self {
        Self::with(Code::ReceiverRefused, detail, More { receiver_code: code, ..More::default() })
    }

    /// Bytes that somebody refused, 422 as `POST /decode` answers it.
    pub fn refused(refused_by: RefusedBy, detail: impl Into<String>) -> Self {
        let more = More { refused_by: Some(refused_by), ..More::default() };
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, ..Self::with(Code::DeserializeFailed, detail, more) }
    }

    /// The same for a body in a run: 502, with the body's length and digest, never its bytes.
    pub fn refused_in_run(refused_by: RefusedBy, body: &[u8], detail: impl Into<String>) -> Self {
        let body = Body { body_bytes: body.len(), body_sha256: hex::encode(Sha256::digest(body)) };
        let more = More { refused_by: Some(refused_by), body: Some(body), ..More::default() };
        Self::with(Code::DeserializeFailed, detail, more)
    }

    /// The status that it is answered with.
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// The header that goes with it, where one does.
    pub fn header(&self) -> Option<(&HeaderName, &'static str)> {
        self.more.header.as_ref().map(|(name, value)| (name, *value))
    }

    /// The same problem, with where the run was.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.more.place = Some(place);
        self
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Members<'a> {
            r#type: &'static str,
            title: &'a str,
            status: u16,
            detail: &'a str,
            code: Code,
            #[serde(flatten)]
            more: &'a More,
        }
        let (title, status) = (self.status.canonical_reason().unwrap_or("Error"), self.status.as_u16());
        Members { r#type: "about:blank", title, status, detail: &self.detail, code: self.code, more: &self.more }
            .serialize(serializer)
    }
}
