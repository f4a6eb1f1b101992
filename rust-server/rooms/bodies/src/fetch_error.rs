//! How a provider or a sender fails, and the problem that each failure becomes.

use std::time::Duration;

use thiserror::Error;

use super::answer_grammar::Fault;
use super::answer_stream::fault_of;
use super::link::LinkError;
use testbed_contract::{Code, Problem};

/// Why there is no body. Texts never echo what the provider sent.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum FetchError {
    #[error("the provider cannot be reached or broke off before it answered: {0}; is it running at provider_url?")]
    Unreachable(String),
    #[error("the provider opened no connection in {0:?} (CONNECT_TIMEOUT_MS)")]
    ConnectTimeout(Duration),
    #[error("the provider sent no whole body in {0:?} (READ_TIMEOUT_MS)")]
    ReadTimeout(Duration),
    #[error("the provider answered {0} instead of 200; redirects are never followed")]
    Status(u16),
    #[error("the provider's Content-Type is not {expected}; is it a server of this testbed?")]
    MediaType { expected: &'static str },
    #[error("the provider failed: {0}; is it a server of this testbed?")]
    Grammar(Fault),
    #[error("the provider compressed the body, which was not asked for")]
    Compressed,
    #[error("the provider was asked for Content-Encoding {asked} and answered with {came}")]
    Coding { asked: &'static str, came: &'static str },
    #[error("the connection ended before the body did, or the body broke HTTP's rules")]
    Truncated,
    #[error("the provider's body is larger than {0} bytes (MAX_OBJECT_BYTES, or four times the size of the run)")]
    TooLarge(usize),
    #[error("the sender broke the rules: {0}")]
    Broken(String),
    #[error("the sender pushed no whole object in {0:?} (READ_TIMEOUT_MS)")]
    Stalled(Duration),
}

impl From<hyper::Error> for FetchError {
    fn from(why: hyper::Error) -> Self {
        // The library tells clients no more than this text.
        fault_of(&why).map_or_else(|| FetchError::Unreachable(why.to_string()), FetchError::Grammar)
    }
}

impl From<LinkError> for FetchError {
    fn from(why: LinkError) -> Self {
        match why {
            LinkError::Unreachable(why) => FetchError::Unreachable(why),
            LinkError::ConnectTimeout(limit) => FetchError::ConnectTimeout(limit),
            LinkError::ReadTimeout(limit) => FetchError::ReadTimeout(limit),
        }
    }
}

impl From<FetchError> for Problem {
    fn from(why: FetchError) -> Self {
        let code = match why {
            FetchError::Status(status) => return Problem::provider_status(status, why.to_string()),
            FetchError::Unreachable(_) | FetchError::Grammar(Fault::Foreign(_)) => Code::ProviderUnreachable,
            FetchError::ConnectTimeout(_) | FetchError::ReadTimeout(_) => Code::ProviderTimeout,
            FetchError::MediaType { .. }
            | FetchError::Compressed
            | FetchError::Coding { .. }
            | FetchError::Grammar(Fault::Coding) => Code::ProviderContentType,
            FetchError::Truncated | FetchError::Grammar(Fault::Framing(_)) => Code::ProviderTruncated,
            FetchError::TooLarge(_) | FetchError::Grammar(Fault::HeadTooLarge | Fault::BodyTooLarge(_)) => {
                Code::ProviderTooLarge
            }
            FetchError::Grammar(Fault::Switched) => return Problem::provider_status(101, why.to_string()),
            FetchError::Broken(_) => Code::SenderBroken,
            FetchError::Stalled(_) => Code::SenderTimeout,
        };
        Problem::new(code, why.to_string())
    }
}
