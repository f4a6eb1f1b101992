//! `GET /engines`

use serde_json::{Value, json};
use testbed_contract::{Format, Operation};
use testbed_objects::OBJECT_TYPES;

use crate::client::get;
use crate::server::{Server, request};

#[actix_web::test]
async fn the_server_says_who_it_is_and_what_its_engines_can_do() {
    let server = Server::start(&[]);
    let announced = get(&server.url, "/engines").await.json();
    assert_eq!(announced["runtime"], "rust");
    assert!(announced["runtime_version"].as_str().unwrap().starts_with("rustc 1."), "{announced}");
    assert_eq!(announced["server_version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(announced["flags"]["allocator"], "system");
    assert_eq!(announced["cpus"], testbed_environment::cpus());
    let (lock, fuzzed) = (include_str!("../../Cargo.lock"), include_str!("../../fuzz/Cargo.lock"));
    let known = announced["object_types"].as_array().unwrap();
    let names: Vec<_> = known.iter().map(|known| known["name"].as_str().unwrap()).collect();
    assert_eq!(names, OBJECT_TYPES.iter().map(|known| known.name).collect::<Vec<_>>());
    let of = |name: &str| known.iter().find(|known| known["name"] == name).unwrap();
    assert_eq!(of("Row6"), &json!({"name": "Row6", "variants": 1024}));
    let sizes = [("1KiB", 1024), ("16KiB", 512), ("64KiB", 128), ("256KiB", 32)];
    let sizes = sizes.map(|(size, variants)| json!({"size": size, "variants": variants}));
    assert_eq!(of("Order"), &json!({"name": "Order", "variants": 1024, "sizes": sizes}));
    let engines = announced["engines"].as_array().unwrap();
    assert_eq!(engines.len(), server.state.engines.all().count());
    for (engine, known) in engines.iter().zip(server.state.engines.all()) {
        let told = (&engine["name"], &engine["library"], &engine["format"]);
        assert_eq!(told, (&known.name.into(), &known.library.into(), &known.format.name().into()));
        let linked = format!("name = \"{}\"\nversion = {}\n", known.library, engine["version"]);
        assert!(lock.contains(&linked), "{engine}");
        assert_eq!(engine["default"], known.default);
        assert_eq!(engine["settings"], json!(known.settings));
        if known.operation != Operation::Decode {
            assert!(fuzzed.contains(&linked), "fuzz/Cargo.lock has another version: {engine}");
            continue;
        }
        // It has no reader of an enumeration that is derived.
        let lacking = if known.name == "serde-xml-rs" { "Order" } else { "" };
        let carried = OBJECT_TYPES.iter().filter(|object_type| object_type.carried(known.format).is_ok());
        let read = carried.map(|known| known.name).filter(|name| *name != lacking);
        assert_eq!(engine["object_types"], json!(read.collect::<Vec<_>>()));
        let settings = engine["settings"].to_string();
        if known.library == env!("CARGO_PKG_NAME") {
            assert_eq!((&engine["checks"], &engine["default"]), (&json!([]), &json!(false)));
            assert!(settings.starts_with("[\"parses nothing: "), "{engine}");
        } else {
            assert!(fuzzed.contains(&linked), "fuzz/Cargo.lock has another version: {engine}");
            assert_eq!(engine["checks"], json!(["usual"]));
            assert!(!settings.contains("deny_unknown_fields"), "{engine}");
        }
        let reasons = OBJECT_TYPES.iter().filter_map(|object_type| match object_type.uncarried(known.format) {
            Some(why) => Some(format!("{}: {} cannot carry it: {why}", object_type.name, known.format.name())),
            None if object_type.name == lacking => Some(format!("{lacking}: {} has no reader of it", known.name)),
            None => None,
        });
        let reasons: Vec<_> = reasons.collect();
        assert_eq!(engine.get("failing"), (!reasons.is_empty()).then_some(&json!(reasons)));
    }
}

#[actix_web::test]
async fn who_wants_to_know_of_a_format_and_of_object_types_is_told_of_these_alone() {
    let server = Server::start(&[]);
    let all = get(&server.url, "/engines").await.json();
    let some = get(&server.url, "/engines?object_type=Polygon,DummyObject&format=XML").await.json();
    for (name, value) in some.as_object().unwrap() {
        assert!(["engines", "object_types"].contains(&name.as_str()) || all[name] == *value, "{name}");
    }
    let of = |all: &Value| {
        all.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(of(&some["object_types"]), ["DummyObject", "Polygon"], "in the order of all");
    let engines = server.state.engines.all().filter(|engine| engine.format == Format::Xml);
    assert_eq!(of(&some["engines"]), engines.map(|engine| engine.name).collect::<Vec<_>>());
    for engine in some["engines"].as_array().unwrap() {
        assert_eq!(engine["object_types"], json!(["DummyObject"]), "{engine}");
        let failing = engine["failing"].as_array().unwrap();
        assert!(failing.len() == 1 && failing[0].as_str().unwrap().starts_with("Polygon: "), "{engine}");
    }
    for (query, field) in [
        ("format=xml", "format"),
        ("format=", "format"),
        ("format=XML&format=XML", "format"),
        ("object_type=2", "object_type"),
        ("object_type=", "object_type"),
        ("object_type=Order,", "object_type"),
        ("object_type=Order&object_type=Row6", "object_type"),
    ] {
        let answer = get(&server.url, &format!("/engines?{query}")).await;
        assert_eq!((answer.status, answer.json()["field"].as_str()), (400, Some(field)), "{query}");
    }
    let passed_over = get(&server.url, "/engines?engine=bson&Format=xml").await.json();
    assert_eq!(passed_over["engines"], all["engines"]);
}

#[actix_web::test]
async fn every_library_of_an_engine_is_among_those_told() {
    let provider = Server::start(&[]);
    let consumer = Server::consuming(&provider.url);
    let announced = get(&consumer.url, "/engines").await.json();
    let result = consumer.trigger(&request(&provider.url, &json!({}))).await.json();
    for engine in announced["engines"].as_array().unwrap() {
        let library = engine["library"].as_str().unwrap();
        let told = result["environment"]["libraries"].get(library);
        let is_one = library != env!("CARGO_PKG_NAME");
        assert_eq!(told, is_one.then_some(&engine["version"]), "{result}");
    }
}

#[actix_web::test]
async fn every_engine_parses_in_blocks_of_kept_bodies_and_on_several_threads() {
    let provider = Server::start(&[]);
    let consumer = Server::consuming(&provider.url);
    for engine in provider.state.engines.all().filter(|engine| !engine.checks.is_empty()) {
        for how in [json!({"block": 64}), json!({"source": "replay"}), json!({"source": "replay", "threads": 2})] {
            let mut changes = json!({"object_format": engine.format.name(), "engine": engine.name, "amount": 2000});
            changes.as_object_mut().unwrap().extend(how.as_object().unwrap().clone());
            let result = consumer.trigger(&request(&provider.url, &changes)).await.json();
            assert_eq!(
                (&result["engine"]["name"], &result["verified"]),
                (&engine.name.into(), &2000.into()),
                "{result}"
            );
        }
    }
}

#[actix_web::test]
async fn a_run_by_a_floor_or_a_pass_has_figures_as_any_other() {
    let provider = Server::start(&[]);
    let consumer = Server::consuming(&provider.url);
    for (format, name) in Format::ALL.into_iter().flat_map(|format| [(format, format.floor()), (format, format.pass())])
    {
        let changes = json!({"object_format": format, "engine": name, "amount": 2000, "warmup": 10});
        let result = consumer.trigger(&request(&provider.url, &changes)).await.json();
        assert_eq!((&result["engine"]["name"], &result["verified"]), (&name.into(), &2000.into()), "{result}");
        assert!(result["parse"]["p50_ns"].as_u64().unwrap() > 0, "{result}");
    }
    let changes = json!({"object_format": "XML", "object_type": "LogLine", "engine": "floor-xml"});
    let refused = consumer.trigger(&request(&provider.url, &changes)).await;
    assert_eq!((refused.status, refused.json()["field"].as_str()), (400, Some("object_format")));
}
