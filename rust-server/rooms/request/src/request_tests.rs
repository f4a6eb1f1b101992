//! Each fault of a request has its field and its message.

use serde_json::{Value, json};

use super::super::sample::{config, good};
use super::*;

fn with(name: &str, value: Value) -> String {
    let mut body = good();
    body[name] = value;
    body.to_string()
}

/// The problem's code, field and detail.
fn fault(body: &[u8]) -> (Value, Value, String) {
    let problem =
        RunRequest::read(body, &config(), &EngineRegistry::checked()).expect_err(&String::from_utf8_lossy(body));
    let problem = serde_json::to_value(problem).unwrap();
    (problem["code"].clone(), problem["field"].clone(), problem["detail"].as_str().unwrap().to_owned())
}

#[test]
fn the_five_required_fields_are_enough_and_the_others_have_their_defaults() {
    let request = RunRequest::read(good().to_string().as_bytes(), &config(), &EngineRegistry::checked()).unwrap();
    let supply = request.supply().unwrap().clone();
    assert_eq!((request.amount, request.warmup, supply.concurrency, request.variants), (10, 0, 1, 1));
    assert_eq!((request.format, supply.server_type, request.engine.name), (Format::Json, "rust", "serde_json"));
    assert_eq!((supply.source, request.checkpoints, request.object_type.name), (Source::Http, vec![], "DummyObject"));
    assert_eq!((supply.block, supply.threads, request.size), (1, None, None));
    assert_eq!((request.operation, request.engine.operation), (Operation::Decode, Operation::Decode));
}

#[test]
fn every_optional_field_is_taken_at_its_edges() {
    for (name, value) in [
        ("amount", json!(1_000_000)),
        ("warmup", json!(0)),
        ("warmup", json!(1_000_000)),
        ("concurrency", json!(64)),
        ("variants", json!(1024)),
        ("checkpoints", json!([])),
        ("checkpoints", json!([1, 9, 10])),
        ("operation", json!("decode")),
        ("operation", json!("partial")),
        ("engine", json!("serde_json")),
        ("source", json!("replay")),
        ("source", json!("http")),
        ("block", json!(1)),
        ("block", json!(10_000)),
        ("coding", json!("identity")),
        ("coding", json!("br")),
        ("provider_url", json!("http://127.0.0.1:8083/")),
    ] {
        let body = with(name, value);
        assert!(RunRequest::read(body.as_bytes(), &config(), &EngineRegistry::checked()).is_ok(), "{body}");
    }
}

#[test]
fn a_wrong_value_is_named_with_what_is_allowed() {
    let wrong = [
        (
            "amount",
            vec![
                json!(0),
                json!(-1),
                json!("500"),
                json!(500.7),
                json!(10.0),
                json!(1_000_001),
                json!([1]),
                json!(true),
                json!(null),
                json!({}),
            ],
        ),
        ("warmup", vec![json!(-1), json!(null), json!(1_000_001)]),
        ("concurrency", vec![json!(0), json!(65), json!(null)]),
        ("variants", vec![json!(0), json!(1025), json!(null)]),
        ("size", vec![json!("1kib"), json!("1 KiB"), json!(1024), json!(""), json!(null)]),
        ("object_format", vec![json!("YAML"), json!("json"), json!(0), json!(null)]),
        ("server_type", vec![json!("go"), json!(null)]),
        ("object_type", vec![json!("Other"), json!(2), json!("2"), json!(null)]),
        ("operation", vec![json!("write"), json!("Partial"), json!(""), json!(null)]),
        ("engine", vec![json!("jiter"), json!("none-such"), json!("bson"), json!(null)]),
        ("source", vec![json!("disk"), json!(null)]),
        ("coding", vec![json!("GZIP"), json!("deflate"), json!("gzip, br"), json!(""), json!(null)]),
        ("block", vec![json!(0), json!(10_001), json!("5"), json!(null)]),
        ("threads", vec![json!(0), json!(65), json!(-1), json!("1"), json!(1.0), json!(null)]),
        (
            "checkpoints",
            vec![
                json!([5, 5]),
                json!([6, 5]),
                json!([0]),
                json!([11]),
                json!(["5"]),
                json!(5),
                json!(null),
                json!(vec![1; 257]),
            ],
        ),
        (
            "provider_url",
            vec![
                json!("localhost"),
                json!("http://127.0.0.1:8083/x"),
                json!("http://a@127.0.0.1:8083"),
                json!(5),
                json!(null),
            ],
        ),
    ];
    for (name, values) in wrong {
        for value in values {
            let (code, field, detail) = fault(with(name, value.clone()).as_bytes());
            assert_eq!((code, field), (json!("invalid_request"), json!(name)), "{value}");
            assert!(detail.starts_with(&format!("{name} is ")) && detail.contains("; allowed is "), "{detail}");
        }
    }
    assert_eq!(fault(with("amount", json!(0)).as_bytes()).2, "amount is 0; allowed is an integer from 1 to 1000000");
    assert_eq!(fault(with("server_type", json!("go")).as_bytes()).2, "server_type is \"go\"; allowed is rust, java");
}

#[test]
fn a_format_without_an_engine_of_the_operation_is_a_fault_of_the_request() {
    let engines = EngineRegistry::checked().without(Format::Bson, Operation::Partial);
    for engine in [Value::Null, json!("bson-partial")] {
        let mut body = good();
        (body["object_format"], body["operation"]) = (json!("BSON"), json!("partial"));
        if engine.is_string() {
            body["engine"] = engine;
        }
        let problem = RunRequest::read(body.to_string().as_bytes(), &config(), &engines).unwrap_err();
        let problem = serde_json::to_value(problem).unwrap();
        assert_eq!((&problem["status"], &problem["code"]), (&json!(400), &json!("invalid_request")));
        let detail = "BSON has no engine of operation partial; choose a format that has one: JSON, XML";
        assert_eq!((&problem["field"], &problem["detail"]), (&json!("object_format"), &json!(detail)));
    }
}

#[test]
fn a_size_is_one_of_a_type_that_grows_and_has_variants_of_its_own() {
    let of = |object_type: &str, size: &str, variants: u32| {
        let mut body = good();
        (body["object_type"], body["size"], body["variants"]) = (json!(object_type), json!(size), json!(variants));
        body.to_string()
    };
    for (size, variants) in [("1KiB", 1024), ("16KiB", 512), ("64KiB", 128), ("256KiB", 32)] {
        let body = of("Tweet", size, variants);
        let request = RunRequest::read(body.as_bytes(), &config(), &EngineRegistry::checked()).unwrap();
        assert_eq!(request.size.map(Size::name), Some(size));
        let (code, field, detail) = fault(of("Tweet", size, variants + 1).as_bytes());
        assert_eq!((code, field), (json!("invalid_request"), json!("variants")));
        assert!(detail.ends_with(&format!("allowed is an integer from 1 to {variants}")), "{detail}");
    }
    let (code, field, detail) = fault(of("Row6", "1KiB", 1).as_bytes());
    assert_eq!((code, field), (json!("invalid_request"), json!("size")));
    assert_eq!(detail, "Row6 has no sizes; leave size out, or choose one of NameList, Order, Timeline, Tweet");
}

#[test]
fn a_partial_run_has_an_engine_of_its_own_and_an_object_type_with_an_excerpt() {
    let of = |format: &str, object_type: &str, engine: Option<&str>| {
        let mut body = good();
        (body["operation"], body["object_format"], body["object_type"]) =
            (json!("partial"), json!(format), json!(object_type));
        if let Some(engine) = engine {
            body["engine"] = json!(engine);
        }
        body.to_string()
    };
    for format in ["JSON", "BSON", "XML"] {
        let body = of(format, "NumericObject", None);
        let request = RunRequest::read(body.as_bytes(), &config(), &EngineRegistry::checked()).unwrap();
        assert_eq!((request.operation, request.engine.operation), (Operation::Partial, Operation::Partial));
        assert_eq!((request.format.name(), request.engine.default), (format, true));
        assert_eq!(request.codec.object_type(), request.object_type);
    }
    let (code, field, detail) = fault(of("XML", "DummyObject", Some("quick-xml")).as_bytes());
    assert_eq!((code, field), (json!("invalid_request"), json!("engine")));
    let allowed = "quick-xml-partial, quick-xml-reader, roxmltree";
    assert_eq!(detail, format!("engine is \"quick-xml\"; allowed is {allowed}"), "those of format and operation alone");
    let (code, field, detail) = fault(of("JSON", "Order", None).as_bytes());
    assert_eq!((code, field), (json!("invalid_request"), json!("operation")));
    assert_eq!(detail, "Order has no excerpt; leave operation out, or choose one of NumericObject, DummyObject");
}

#[test]
fn a_run_that_encodes_has_no_bodies_to_fetch() {
    let of = |changes: Value| {
        let mut body = json!({"amount": 10, "operation": "encode", "object_format": "JSON", "object_type": "Order"});
        body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        body.to_string()
    };
    for format in ["JSON", "BSON", "XML"] {
        let body =
            of(json!({"object_format": format, "variants": 3, "warmup": 5, "checkpoints": [10], "size": "1KiB"}));
        let request = RunRequest::read(body.as_bytes(), &config(), &EngineRegistry::checked()).unwrap();
        assert!(request.supply().is_none());
        assert_eq!((request.operation, request.engine.operation), (Operation::Encode, Operation::Encode));
        assert_eq!((request.format.name(), request.engine.default), (format, true));
    }
    let supply = json!({
        "provider_url": "http://127.0.0.1:8083", "server_type": "rust", "concurrency": 1, "source": "replay", "block": 1, "threads": 1,
    });
    for (name, value) in supply.as_object().unwrap() {
        let (code, field, detail) = fault(of(json!({name: value})).as_bytes());
        assert_eq!((code, field), (json!("invalid_request"), json!(name)));
        let why = "goes with operation decode or partial only, since encode needs no bodies; leave it out";
        assert_eq!(detail, format!("{name} {why}"));
    }
    assert_eq!(fault(of(json!({"engine": "simd-json"})).as_bytes()).1, json!("engine"));
}

#[test]
fn a_block_goes_with_http_only() {
    let both = |block: u64| {
        let mut body = good();
        (body["source"], body["block"]) = (json!("replay"), json!(block));
        body.to_string()
    };
    let (code, field, detail) = fault(both(2).as_bytes());
    assert_eq!((code, field), (json!("invalid_request"), json!("block")));
    assert_eq!(detail, "block goes with source http only; leave one of them out");
    assert!(RunRequest::read(both(1).as_bytes(), &config(), &EngineRegistry::checked()).is_ok());
}

#[test]
fn numbers_in_other_spellings_are_no_integers() {
    for number in ["1e3", "1E1", "10.0", "-0", "18446744073709551616", "1180591620717411303424"] {
        let body = good().to_string().replace("\"amount\":10", &format!("\"amount\":{number}"));
        assert_eq!(fault(body.as_bytes()).1, "amount", "{number}");
    }
}

#[test]
fn zero_has_no_sign_in_any_field() {
    for field in ["amount", "warmup", "concurrency", "variants", "block", "threads", "checkpoints"] {
        let value = if field == "checkpoints" { "[-0]" } else { "-0" };
        let body = with(field, json!("here")).replace("\"here\"", value);
        assert_eq!(fault(body.as_bytes()).1, field, "{body}");
    }
}

#[test]
fn missing_unknown_and_repeated_fields_are_named() {
    for name in ["amount", "provider_url", "object_format", "server_type", "object_type"] {
        let mut body = good();
        body.as_object_mut().unwrap().remove(name);
        assert_eq!(
            fault(body.to_string().as_bytes()),
            (json!("invalid_request"), json!(name), format!("field {name} is missing"))
        );
    }
    let (_, field, detail) = fault(with("amonut", json!(1)).as_bytes());
    assert_eq!(field, "amonut");
    assert!(detail.starts_with("field amonut is unknown; allowed are amount, provider_url, "), "{detail}");
    let body = good().to_string().replace('}', ",\"amount\":10}");
    assert_eq!(fault(body.as_bytes()).1, "amount");
}

#[test]
fn a_body_that_is_no_object_is_refused_whatever_it_is() {
    let positional = json!(good().as_object().unwrap().values().collect::<Vec<_>>()).to_string();
    let twice = good().to_string() + "{}";
    let deep = format!("{{\"amount\":{}{}}}", "[".repeat(1500), "]".repeat(1500));
    let mark = format!("\u{feff}{}", good());
    for body in ["", "null", "\"amount\"", "{", "[]", &positional, &twice, &deep, &mark] {
        assert_eq!(fault(body.as_bytes()).0, "invalid_request", "{body}");
    }
    let body = good().to_string().into_bytes();
    let body: Vec<u8> = body.into_iter().map(|byte| if byte == b'D' { 0xff } else { byte }).collect();
    assert_eq!(fault(&body).0, "invalid_request");
}

#[test]
fn an_origin_off_the_list_is_another_problem_than_a_wrong_one() {
    for origin in [
        "http://127.0.0.1:80831",
        "http://127.0.0.1:808",
        "http://localhost:8083",
        "http://127.0.0.1",
        "http://127.1:8083",
    ] {
        let code = fault(with("provider_url", json!(origin)).as_bytes()).0;
        let wrong = origin.parse::<Origin>().is_err();
        assert_eq!(code, if wrong { "invalid_request" } else { "provider_not_allowed" }, "{origin}");
    }
}

#[test]
fn a_long_value_is_cut_in_the_message() {
    let detail = fault(with("source", json!("é".repeat(1000))).as_bytes()).2;
    assert!(detail.chars().count() < 150, "{detail}");
}

#[test]
fn threads_are_read_and_checked_with_what_they_go_with() {
    let mut body = good();
    body["threads"] = json!(1);
    let (_, field, detail) = fault(body.to_string().as_bytes());
    assert_eq!(field, "threads");
    assert_eq!(detail, "threads goes with source replay only; ask for that, or leave threads out");
    body["source"] = json!("replay");
    let request = RunRequest::read(body.to_string().as_bytes(), &config(), &EngineRegistry::checked());
    assert_eq!(request.unwrap().supply().unwrap().threads, Some(1));
    if cpus() < 64 {
        body["threads"] = json!(cpus() + 1);
        let (_, field, detail) = fault(body.to_string().as_bytes());
        assert_eq!((field, detail.ends_with(&format!("which is {}", cpus()))), (json!("threads"), true), "{detail}");
    }
}
