//! How a receiver fails, and the problem that each failure becomes.

use std::time::Duration;

use thiserror::Error;

use testbed_bodies::{LinkError, fault_of};
use testbed_contract::{Code, Problem};

/// Why a send has no result. Texts never echo what the receiver sent.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum SendError {
    #[error("the receiver cannot be reached or broke off: {0}; is it running at receiver_url?")]
    Unreachable(String),
    #[error("the receiver opened no connection in {0:?} (CONNECT_TIMEOUT_MS)")]
    ConnectTimeout(Duration),
    #[error("the receiver said nothing for {0:?} (READ_TIMEOUT_MS)")]
    ReadTimeout(Duration),
    #[error("the receiver took no byte for {0:?} (READ_TIMEOUT_MS)")]
    Stalled(Duration),
    #[error("what answers at receiver_url is no receiver of this testbed; check receiver_url")]
    Foreign,
    #[error("a run is in progress at the receiver, and two would spoil each other; try again when it has ended")]
    Busy,
    #[error("the receiver refused the ingest or ended it early{}; its own problem says why", named(.0.as_ref()))]
    Refused(Option<Code>),
    #[error("the receiver answered a push with {0} and has not said why")]
    Status(u16),
}

/// ` with deserialize_failed`
fn named(code: Option<&Code>) -> String {
    let name = code.and_then(|code| serde_json::to_value(code).ok()?.as_str().map(str::to_owned));
    name.map_or_else(String::new, |name| format!(" with {name}"))
}

impl From<hyper::Error> for SendError {
    fn from(why: hyper::Error) -> Self {
        // The library tells clients no more than this text.
        SendError::Unreachable(fault_of(&why).map_or_else(|| why.to_string(), |fault| fault.to_string()))
    }
}

impl From<LinkError> for SendError {
    fn from(why: LinkError) -> Self {
        match why {
            LinkError::Unreachable(why) => SendError::Unreachable(why),
            LinkError::ConnectTimeout(limit) => SendError::ConnectTimeout(limit),
            LinkError::ReadTimeout(limit) => SendError::ReadTimeout(limit),
        }
    }
}

impl From<SendError> for Problem {
    fn from(why: SendError) -> Self {
        let code = match why {
            SendError::Refused(code) => return Problem::receiver_refused(code, why.to_string()),
            SendError::ConnectTimeout(_) | SendError::ReadTimeout(_) | SendError::Stalled(_) => Code::ReceiverTimeout,
            SendError::Busy => Code::Busy,
            SendError::Unreachable(_) | SendError::Foreign | SendError::Status(_) => Code::ReceiverUnreachable,
        };
        Problem::new(code, why.to_string())
    }
}
