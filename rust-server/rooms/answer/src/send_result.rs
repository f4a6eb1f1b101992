//! A send's result in the contract's form: what went over the connections, and the figures of both ends.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;
use std::fmt;

use super::result::RunResult;
use testbed_measure::FetchTimes;
use testbed_request::Transfer;

/// The contract's `SendResult`.
#[derive(Debug, serde::Serialize)]
#[allow(missing_docs, reason = "named after the contract's fields")]
pub struct SendResult {
    pub sent: Sent,
    pub sender: RunResult,
    pub receiver: Received,
}

/// The contract's `Sent`.
#[derive(Clone, Debug, serde::Serialize)]
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
#[derive(Debug)]
pub struct Received(Vec<(String, Value)>);

impl Received {
    /// What the event of the line is, where it says so.
    pub fn event(&self) -> Option<&str> {
        self.member("event")
    }

    /// The text of a member, where it is one.
    pub fn member(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name)?.1.as_str()
    }
}

impl Serialize for Received {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().filter(|(name, _)| name != "event").map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Received {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Received;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Received, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Received(members))
            }
        }

        deserializer.deserialize_map(Members)
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
