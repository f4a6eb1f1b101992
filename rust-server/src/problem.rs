//! What goes wrong, as RFC 9457 says it: the codes, their statuses, and how they are rendered.

mod code;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

pub use self::code::Code;
use crate::run::PhaseName;

/// Who refused a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum RefusedBy {
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
    refused_by: Option<RefusedBy>,
    #[serde(flatten)]
    body: Option<Body>,
    #[serde(skip)]
    header: Option<(HeaderName, &'static str)>,
}

/// Where a run failed.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Place {
    /// Measured objects that were received, parsed and found right.
    pub completed: u64,
    /// Which request of the phase, from 0.
    pub request: u64,
    /// Warm-up or measured.
    pub phase: PhaseName,
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

    fn with(code: Code, detail: impl Into<String>, more: More) -> Self {
        Self { code, detail: detail.into(), status: code.status(), more: Box::new(more) }
    }

    /// 400 for a field of a request.
    pub fn invalid(field: &str, detail: impl Into<String>) -> Self {
        Self::with(Code::InvalidRequest, detail, More { field: Some(field.to_owned()), ..More::default() })
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

    /// Bytes that somebody refused, 422 as `POST /decode` answers it.
    pub fn refused(refused_by: RefusedBy, detail: impl Into<String>) -> Self {
        let more = More { refused_by: Some(refused_by), ..More::default() };
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, ..Self::with(Code::DeserializeFailed, detail, more) }
    }

    /// The same for a body in a run: 502, with the body's length and digest, never its bytes.
    pub fn refused_in_run(refused_by: RefusedBy, body: &[u8], detail: impl Into<String>) -> Self {
        let body = Body { body_bytes: body.len(), body_sha256: hex(&Sha256::digest(body)) };
        let more = More { refused_by: Some(refused_by), body: Some(body), ..More::default() };
        Self::with(Code::DeserializeFailed, detail, more)
    }

    /// The same problem, with where the run was.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.more.place = Some(place);
        self
    }
}

/// What a client sent, as an answer may quote it: 60 characters, and an ellipsis where there were more.
pub fn shown(text: &str) -> String {
    text.char_indices().nth(60).map_or_else(|| text.to_owned(), |(end, _)| format!("{}…", &text[..end]))
}

/// Bytes in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)]))
        .collect()
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

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        response.insert_header((header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json")));
        if let Some((name, value)) = &self.more.header {
            response.insert_header((name.clone(), HeaderValue::from_static(value)));
        }
        if self.code == Code::Busy {
            response.insert_header((header::RETRY_AFTER, HeaderValue::from_static("1")));
        }
        response.body(serde_json::to_vec(self).expect("a problem has only text and numbers"))
    }
}
