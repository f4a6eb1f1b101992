//! A send's result in the contract's form: what went over the connections, and the figures of both ends.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::result::RunResult;
use super::unambiguous::Members;
use testbed_contract::{Operation, Problem};
use testbed_measure::FetchTimes;
use testbed_request::{Delivery, Transfer};

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

/// A message of the receiver's as it came, its members in their order. Its result is passed on but for the name of the
/// event that it came in. One that has a member twice is no message: readers take the first, or the last.
#[derive(Debug, Deserialize)]
pub struct Received(Members);

impl Received {
    /// What the event of the line is, where it says so.
    pub fn event(&self) -> Option<&str> {
        self.member("event")
    }

    /// The text of a member, where it is one.
    pub fn member(&self, name: &str) -> Option<&str> {
        self.value(name)?.as_str()
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.0.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Compares what the receiver says that it received with what was sent and asked for: the figures of a receiver that
    /// parsed something else must not stand beside the sender's.
    ///
    /// # Errors
    /// `receiver_refused`, which says what differs and quotes no text of the receiver's.
    pub fn check(&self, sender: &RunResult, delivery: &Delivery) -> Result<(), Problem> {
        let amount = sender.request.amount;
        for name in ["amount", "verified"] {
            match self.value(name).and_then(Value::as_u64) {
                Some(objects) if objects == amount => {}
                Some(objects) => return Err(unbelieved(&format!("says {name} {objects}, {amount} were sent"))),
                None => return Err(unbelieved(&format!("has no {name}, {amount} were sent"))),
            }
        }
        let digest = self.value("payload").and_then(|payload| payload["sha256"].as_str());
        if digest != Some(sender.payload.sha256()) {
            return Err(unbelieved("has another payload.sha256 than the bytes that were sent"));
        }
        let engine = self.value("engine").unwrap_or(&Value::Null);
        let name = engine["name"].as_str().filter(|name| !name.is_empty());
        let asked = delivery.receiver_engine.as_deref();
        let fits = name.is_some_and(|name| asked.is_none_or(|asked| asked == name))
            && engine["format"] == sender.engine.format.name()
            && engine["operation"] == Operation::Decode.name();
        if fits { Ok(()) } else { Err(unbelieved("has another engine than was asked for")) }
    }
}

fn unbelieved(what: &str) -> Problem {
    let detail = format!("the receiver cannot be believed: its result {what}; is it a server of this testbed?");
    Problem::receiver_refused(None, detail)
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

    #[test]
    fn a_message_that_has_a_member_twice_is_none_wherever_it_stands() {
        for line in [
            r#"{"event":"opened","event":"opened"}"#,
            r#"{"event":"result","payload":{"sha256":"0","sha256":"1"}}"#,
            r#"{"event":"result","blocks":[[{"a":1,"b":2,"a":1}]]}"#,
            r#"{"a":1,"\u0061":1}"#,
        ] {
            assert!(serde_json::from_str::<Received>(line).is_err(), "{line}");
        }
        let line = r#"{"a":{"a":[{"a":1},{"a":1}]},"b":[null,true,-1,18446744073709551615,0.5,"t"]}"#;
        let received: Received = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&received).unwrap(), line);
    }
}
