//! What goes wrong, as RFC 9457 says it: the codes, their statuses, and how they are rendered.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::run::PhaseName;

/// The contract's codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the contract says what each means")]
pub enum Code {
    InvalidRequest,
    ProviderNotAllowed,
    NotFound,
    MethodNotAllowed,
    UnsupportedMediaType,
    Busy,
    TooLarge,
    DeserializeFailed,
    ProviderUnreachable,
    ProviderStatus,
    ProviderContentType,
    ProviderTruncated,
    ProviderTooLarge,
    ProviderTimeout,
    ShuttingDown,
    Internal,
}

impl Code {
    /// The status that it travels with, in a run. `POST /decode` answers `DeserializeFailed` with 422.
    pub const fn status(self) -> StatusCode {
        match self {
            Code::InvalidRequest => StatusCode::BAD_REQUEST,
            Code::ProviderNotAllowed => StatusCode::FORBIDDEN,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Code::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Code::Busy => StatusCode::CONFLICT,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::DeserializeFailed
            | Code::ProviderUnreachable
            | Code::ProviderStatus
            | Code::ProviderContentType
            | Code::ProviderTruncated
            | Code::ProviderTooLarge => StatusCode::BAD_GATEWAY,
            Code::ProviderTimeout => StatusCode::GATEWAY_TIMEOUT,
            Code::ShuttingDown => StatusCode::SERVICE_UNAVAILABLE,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

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
    field: Option<String>,
    place: Option<Place>,
    provider_status: Option<u16>,
    refused_by: Option<RefusedBy>,
    body: Option<(usize, String)>,
    allow: Option<&'static str>,
}

/// Where a run failed.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Warm-up or measured.
    pub phase: PhaseName,
    /// Which request of the phase, from 0.
    pub request: u64,
    /// Measured objects that were received, parsed and found right.
    pub completed: u64,
}

impl Problem {
    /// A problem with its code's status and no further fields.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        let (status, detail) = (code.status(), detail.into());
        Self {
            code,
            detail,
            status,
            field: None,
            place: None,
            provider_status: None,
            refused_by: None,
            body: None,
            allow: None,
        }
    }

    /// 400 for a field of a request.
    pub fn invalid(field: &str, detail: impl Into<String>) -> Self {
        Self {
            field: Some(field.to_owned()),
            ..Self::new(Code::InvalidRequest, detail)
        }
    }

    /// 405, with what is allowed instead.
    pub fn method_not_allowed(allow: &'static str) -> Self {
        let detail = format!("this path does not answer the request's method; use {allow}");
        Self {
            allow: Some(allow),
            ..Self::new(Code::MethodNotAllowed, detail)
        }
    }

    /// A provider that answered another status than 200.
    pub fn provider_status(status: u16, detail: impl Into<String>) -> Self {
        Self {
            provider_status: Some(status),
            ..Self::new(Code::ProviderStatus, detail)
        }
    }

    /// Bytes that somebody refused, 422 as `POST /decode` answers it.
    pub fn refused(refused_by: RefusedBy, detail: impl Into<String>) -> Self {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        Self {
            refused_by: Some(refused_by),
            status,
            ..Self::new(Code::DeserializeFailed, detail)
        }
    }

    /// The same for a body in a run: 502, with the body's length and digest, never its bytes.
    pub fn refused_in_run(refused_by: RefusedBy, body: &[u8], detail: impl Into<String>) -> Self {
        let body = Some((body.len(), hex(&Sha256::digest(body))));
        Self {
            body,
            status: Code::DeserializeFailed.status(),
            ..Self::refused(refused_by, detail)
        }
    }

    /// The same problem, with where the run was.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        Self {
            place: Some(place),
            ..self
        }
    }
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
        /// A member that is absent where its value is.
        fn optional<T: Serialize, M: SerializeStruct>(
            members: &mut M,
            name: &'static str,
            value: Option<T>,
        ) -> Result<(), M::Error> {
            value.map_or(Ok(()), |value| members.serialize_field(name, &value))
        }
        let mut members = serializer.serialize_struct("Problem", 13)?;
        members.serialize_field("type", "about:blank")?;
        members.serialize_field("title", self.status.canonical_reason().unwrap_or("Error"))?;
        members.serialize_field("status", &self.status.as_u16())?;
        members.serialize_field("detail", &self.detail)?;
        members.serialize_field("code", &self.code)?;
        optional(&mut members, "field", self.field.as_ref())?;
        optional(&mut members, "completed", self.place.map(|place| place.completed))?;
        optional(&mut members, "request", self.place.map(|place| place.request))?;
        optional(&mut members, "phase", self.place.map(|place| place.phase))?;
        optional(&mut members, "provider_status", self.provider_status)?;
        optional(&mut members, "refused_by", self.refused_by)?;
        optional(&mut members, "body_bytes", self.body.as_ref().map(|body| body.0))?;
        optional(&mut members, "body_sha256", self.body.as_ref().map(|body| &body.1))?;
        members.end()
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        response.insert_header((
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        ));
        if let Some(allow) = self.allow {
            response.insert_header((header::ALLOW, HeaderValue::from_static(allow)));
        }
        if self.code == Code::Busy {
            response.insert_header((header::RETRY_AFTER, HeaderValue::from_static("1")));
        }
        response.body(serde_json::to_vec(self).expect("a problem has only text and numbers"))
    }
}
