//! The codes of problems and the statuses that they travel with.

use http::StatusCode;
use serde::{Deserialize, Serialize};

/// The contract's codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the contract says what each means")]
pub enum Code {
    InvalidRequest,
    ProviderNotAllowed,
    OriginNotAllowed,
    Unauthorized,
    Misdirected,
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
    ReceiverNotAllowed,
    ReceiverUnreachable,
    ReceiverRefused,
    ReceiverTimeout,
    SenderNotAllowed,
    SenderBroken,
    SenderTimeout,
    ShuttingDown,
    Internal,
}

impl Code {
    /// The status that it travels with, in a run. `POST /decode` answers `DeserializeFailed` with 422.
    pub const fn status(self) -> StatusCode {
        match self {
            Code::InvalidRequest | Code::SenderBroken => StatusCode::BAD_REQUEST,
            Code::ProviderNotAllowed | Code::OriginNotAllowed | Code::ReceiverNotAllowed | Code::SenderNotAllowed => {
                StatusCode::FORBIDDEN
            }
            Code::Unauthorized => StatusCode::UNAUTHORIZED,
            Code::Misdirected => StatusCode::MISDIRECTED_REQUEST,
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
            | Code::ProviderTooLarge
            | Code::ReceiverUnreachable
            | Code::ReceiverRefused => StatusCode::BAD_GATEWAY,
            Code::ProviderTimeout | Code::ReceiverTimeout => StatusCode::GATEWAY_TIMEOUT,
            Code::SenderTimeout => StatusCode::REQUEST_TIMEOUT,
            Code::ShuttingDown => StatusCode::SERVICE_UNAVAILABLE,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}
