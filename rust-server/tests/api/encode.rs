//! Runs of operation encode: who writes, what is told, and that no provider is asked.

use serde_json::{Value, json};
use testbed_contract::{Format, Operation};

use crate::client::get;
use crate::server::Server;

fn asked(format: &str, engine: &str) -> Value {
    json!({
        "operation": "encode",
        "amount": 1100,
        "warmup": 20,
        "checkpoints": [500, 1100],
        "variants": 1024,
        "object_format": format,
        "object_type": "NumericObject",
        "engine": engine,
    })
}

#[actix_web::test]
async fn every_writers_bytes_are_verified_and_its_figures_are_those_of_any_run() {
    let server = Server::start(&[]);
    for engine in server.state.engines.all().filter(|engine| engine.operation == Operation::Encode) {
        let format = engine.format.lower_case();
        let result = server.trigger(&asked(engine.format.name(), engine.name)).await.json();
        assert_eq!((&result["verified"], &result["engine"]["operation"]), (&json!(1100), &json!("encode")), "{result}");
        assert_eq!((&result["engine"]["name"], &result["engine"]["kind"]), (&json!(engine.name), &json!("canonical")));
        let total = result["encode"]["total_ns"].as_u64().unwrap();
        assert_eq!(result[format!("{format}_encoding_time_micro_s")], (total + 500) / 1000);
        assert_eq!(result["checkpoints"][1]["encode"], result["encode"]);
        assert_eq!(result["blocks"]["scan_ns"].as_array().map(Vec::len), Some(2));
        assert!(result["warmup"]["encode"]["min_ns"].as_u64() > Some(0), "{result}");
        for absent in ["rust", "java", "parse", "guard_ns", "connections", "fetch", "lead_ns", "cores"] {
            assert_eq!(result.get(absent), None, "{absent}");
        }
    }
}

#[actix_web::test]
async fn each_format_is_written_by_its_default_first() {
    let server = Server::start(&[]);
    let announced = get(&server.url, "/engines").await.json();
    let writers = announced["engines"].as_array().unwrap().iter().filter(|engine| engine["operation"] == "encode");
    let defaults: Vec<_> = writers.filter(|engine| engine["default"] == true).map(|engine| &engine["name"]).collect();
    let usual = |format| server.state.engines.find(format, Operation::Decode, None).unwrap().name;
    assert_eq!(defaults, Format::ALL.map(usual));
}
