//! The bodies of `POST /triggerSends` and `POST /ingests`, read as strictly as that of a run.

use super::delivery::Delivery;
use super::fields::Fields;
use super::pushed::Pushed;
use super::reader::{Reader, one_of, wrong};
use super::run_request::RunRequest;
use super::transfer::Transfer;
use super::way::Way;
use testbed_config::Config;
use testbed_contract::{Code, Operation, Origin, Problem};
use testbed_engines::EngineRegistry;

/// The fields of a `SendRequest`, in the order in which messages list them.
const SEND: [&str; 13] = [
    "amount",
    "receiver_url",
    "object_format",
    "server_type",
    "object_type",
    "size",
    "engine",
    "receiver_engine",
    "warmup",
    "checkpoints",
    "variants",
    "transfer",
    "connections",
];

/// Those of an `IngestRequest`.
const INGEST: [&str; 9] =
    ["amount", "object_format", "server_type", "object_type", "size", "engine", "warmup", "variants", "connections"];

/// The longest name of an engine that is passed on.
const MOST_NAME: usize = 60;

impl RunRequest {
    /// Reads and checks what a send is to do.
    ///
    /// # Errors
    /// `invalid_request` for the first fault, then `receiver_not_allowed`.
    pub fn read_send(body: &[u8], config: &Config, engines: &EngineRegistry) -> Result<Self, Problem> {
        let reader = Reader { fields: Fields::read(body, &SEND)?, config };
        let amount = reader.amount()?;
        let receiver = reader.required("receiver_url", |value| reader.origin("receiver_url", value))?;
        let server_type = reader.server_type()?;
        let run = reader.objects(engines, amount, Operation::Encode)?;
        let transfer = reader
            .get("transfer")
            .map(|value| one_of("transfer", value, &Transfer::ALL, Transfer::name))
            .transpose()?;
        let delivery = Delivery {
            receiver,
            server_type,
            receiver_engine: reader.receiver_engine()?,
            transfer: transfer.unwrap_or(Transfer::ALL[0]),
            connections: reader.connections()?,
        };
        if !config.receiver_allowlist.iter().any(|known| known.allows(&delivery.receiver)) {
            return Err(not_allowed(&delivery.receiver));
        }
        Ok(Self { way: Way::Sent(delivery), ..run })
    }

    /// Reads and checks what an ingest is to do.
    ///
    /// # Errors
    /// `invalid_request` for the first fault.
    pub fn read_ingest(body: &[u8], config: &Config, engines: &EngineRegistry) -> Result<Self, Problem> {
        let reader = Reader { fields: Fields::read(body, &INGEST)?, config };
        let amount = reader.amount()?;
        let server_type = reader.server_type()?;
        let run = reader.objects(engines, amount, Operation::Decode)?;
        Ok(Self { way: Way::Pushed(Pushed { server_type, connections: reader.connections()? }), ..run })
    }
}

impl Reader<'_> {
    fn connections(&self) -> Result<usize, Problem> {
        let connections = self.number("connections", 1, 1, self.config.max_concurrency.min(64))?;
        Ok(usize::try_from(connections).unwrap_or(1))
    }

    /// A name that the receiver looks up among its own.
    fn receiver_engine(&self) -> Result<Option<String>, Problem> {
        let Some(value) = self.get("receiver_engine") else { return Ok(None) };
        let letter = |letter: char| letter.is_ascii_alphanumeric() || "_.-".contains(letter);
        let named = value.as_str().filter(|name| (1..=MOST_NAME).contains(&name.len()) && name.chars().all(letter));
        let allowed = "a name of letters, digits, _, . and -, of 60 at most";
        named.map(|name| Some(name.to_owned())).ok_or_else(|| wrong("receiver_engine", value, allowed))
    }
}

fn not_allowed(receiver: &Origin) -> Problem {
    let detail =
        format!("{receiver} is not on this server's allow-list; start the server with it in RECEIVER_ALLOWLIST");
    Problem::new(Code::ReceiverNotAllowed, detail)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn config() -> Config {
        Config::read(|name| (name == "RECEIVER_ALLOWLIST").then(|| "http://127.0.0.1:8080".to_owned())).unwrap()
    }

    fn send(name: &str, value: Value) -> Result<RunRequest, Problem> {
        let mut body = json!({"amount": 10, "receiver_url": "http://127.0.0.1:8080", "object_format": "JSON",
            "server_type": "java", "object_type": "DummyObject"});
        body[name] = value;
        RunRequest::read_send(body.to_string().as_bytes(), &config(), &EngineRegistry::checked())
    }

    fn ingest(name: &str, value: Value) -> Result<RunRequest, Problem> {
        let mut body =
            json!({"amount": 10, "object_format": "XML", "server_type": "java", "object_type": "NumericObject"});
        body[name] = value;
        RunRequest::read_ingest(body.to_string().as_bytes(), &config(), &EngineRegistry::checked())
    }

    #[test]
    fn the_required_fields_are_enough() {
        let run = send("amount", json!(5)).unwrap();
        assert_eq!((run.amount, run.operation, run.engine.operation), (5, Operation::Encode, Operation::Encode));
        let Way::Sent(delivery) = run.way else { panic!("a send is sent") };
        assert_eq!((delivery.transfer, delivery.connections), (Transfer::Framed, 1));
        assert_eq!((delivery.server_type, delivery.receiver_engine), ("java", None));
        let run = ingest("amount", json!(5)).unwrap();
        assert_eq!((run.amount, run.operation, run.engine.name), (5, Operation::Decode, "quick-xml"));
        assert!(matches!(run.way, Way::Pushed(Pushed { server_type: "java", connections: 1 })));
    }

    #[test]
    fn every_optional_field_is_taken_at_its_edges() {
        for (name, value) in [
            ("transfer", json!("request")),
            ("connections", json!(64)),
            ("receiver_engine", json!("a".repeat(60))),
            ("checkpoints", json!([1, 10])),
            ("variants", json!(1024)),
            ("warmup", json!(1_000_000)),
            ("engine", json!("serde_json")),
        ] {
            assert!(send(name, value.clone()).is_ok(), "{name} {value}");
        }
        for (name, value) in [("connections", json!(64)), ("engine", json!("quick-xml")), ("warmup", json!(1))] {
            assert!(ingest(name, value.clone()).is_ok(), "{name} {value}");
        }
    }

    #[test]
    fn a_fault_is_named_with_its_field() {
        for (name, value) in [
            ("transfer", json!("chunked")),
            ("connections", json!(0)),
            ("connections", json!(65)),
            ("receiver_engine", json!("a b")),
            ("receiver_engine", json!("")),
            ("receiver_engine", json!("a".repeat(61))),
            ("receiver_url", json!("127.0.0.1:8080")),
            ("server_type", json!("go")),
            ("provider_url", json!("http://127.0.0.1:8083")),
            ("engine", json!("no such")),
            ("checkpoints", json!([11])),
        ] {
            let problem = serde_json::to_value(send(name, value.clone()).expect_err(name)).unwrap();
            assert_eq!((&problem["code"], &problem["field"]), (&"invalid_request".into(), &name.into()), "{value}");
        }
        for (name, value) in
            [("receiver_url", json!("http://a:1")), ("checkpoints", json!([1])), ("connections", json!(65))]
        {
            let problem = serde_json::to_value(ingest(name, value.clone()).expect_err(name)).unwrap();
            assert_eq!((&problem["code"], &problem["field"]), (&"invalid_request".into(), &name.into()), "{value}");
        }
    }

    #[test]
    fn another_receiver_is_not_allowed() {
        let problem = send("receiver_url", json!("http://127.0.0.1:8081")).unwrap_err();
        assert_eq!(problem.code, Code::ReceiverNotAllowed);
    }
}
