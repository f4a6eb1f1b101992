//! A send's result in the contract's form: what went over the connections, and the figures of both ends.

use serde::{Deserialize, Serialize, Serializer};

use super::result::RunResult;
use testbed_measure::FetchTimes;
use testbed_request::{Pairs, Transfer};

/// The contract's `SendResult`.
#[derive(Debug, Serialize)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct SendResult {
    pub sent: Sent,
    pub sender: RunResult,
    pub receiver: Received,
}

/// The contract's `Sent`.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct Sent {
    pub transfer: Transfer,
    pub connections: usize,
    pub requests: u64,
    pub sent_bytes: u64,
    pub received_bytes: u64,
    pub answers: FetchTimes,
}

/// The receiver's result, as it came: its members in their order, but for the name of the event that it came in.
#[derive(Debug, Deserialize)]
pub struct Received(Pairs);

impl Received {
    /// What the event of the line is, where it says so.
    pub fn event(&self) -> Option<&str> {
        self.member("event")
    }

    /// The text of a member, where it is one.
    pub fn member(&self, name: &str) -> Option<&str> {
        self.0.0.iter().find(|(known, _)| known == name)?.1.as_str()
    }
}

impl Serialize for Received {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.0.iter().filter(|(name, _)| name != "event").map(|(name, value)| (name, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_passed_on_in_its_order_and_without_the_event() {
        let line = r#"{"event":"result","rust":1,"amount":5,"advice":[],"figure":0.1}"#;
        let received: Received = serde_json::from_str(line).unwrap();
        assert_eq!(received.event(), Some("result"));
        assert_eq!(received.member("amount"), None, "it is no text");
        assert_eq!(serde_json::to_string(&received).unwrap(), r#"{"rust":1,"amount":5,"advice":[],"figure":0.1}"#);
        assert!(serde_json::from_str::<Received>("[]").is_err());
    }
}
