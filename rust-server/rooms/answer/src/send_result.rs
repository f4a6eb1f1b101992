//! A send's result in the contract's form: what went over the connections, and the figures of both ends.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::result::RunResult;
use testbed_contract::{Operation, Problem};
use testbed_measure::FetchTimes;
use testbed_request::{Delivery, Pairs, Transfer};

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
        self.value(name)?.as_str()
    }

    /// A member that is there once.
    fn value(&self, name: &str) -> Option<&Value> {
        let mut values = self.0.0.iter().filter(|(known, _)| known == name).map(|(_, value)| value);
        values.next().filter(|_| values.next().is_none())
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
}
