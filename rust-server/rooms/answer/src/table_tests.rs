//! The table as a whole, with all that may stand in it and with as little as may be.

use serde_json::json;

use super::*;
use testbed_contract::{Format, Kind, Operation};
use testbed_measure::Times;
use testbed_request::sample;

/// Of three windows.
fn parse() -> Parse {
    let mut times = Times::new();
    for ns in [1_500, 2_004, 45_000] {
        times.record(ns);
    }
    times.parse(40)
}

fn bson() -> RunEngine {
    let (format, operation) = (Format::Bson, Operation::Decode);
    RunEngine { name: "bson", library: "bson", version: "3.1.0", format, operation, kind: None }
}

#[test]
fn a_disturbed_run_over_http_is_told_whole() {
    let disturbance = |rule, value, limit| Disturbance { rule, value, limit };
    let engine = RunEngine { name: "bson-fast", ..bson() };
    let table = Table {
        request: &sample(
            &json!({"amount": 1000, "object_format": "BSON", "warmup": 20_000, "concurrency": 8, "variants": 16, "block": 4}),
        ),
        parse: &parse(),
        decoding: None,
        cores: None,
        total_time_ms: 1024,
        noise: &[disturbance("run_queue_wait", 0.031, 0.02), disturbance("steal", 0.643, 0.01)],
        advice: &["Do this.".to_owned(), "Do that.".to_owned()],
        engine: &engine,
        runtime_version: "rustc 1.95.0",
        libraries: vec![("actix-web", "4.18.1"), ("bson", "3.1.0")],
    };
    let expected = "\
1000 DummyObject as BSON from the rust provider http://127.0.0.1:8083, parsed by rust

objects        1000, each as expected
us an object   p50 2.004, p90 45.000, p99 45.000
sum            49 us
whole run      1024 ms
warm-up        20000 objects before these, not counted
condition      http, concurrency 8, variants 16, block 4
disturbed by   run_queue_wait 3.1 % (limit 2.0 %)
               steal 64.3 % (limit 1.0 %)
advice         Do this.
               Do that.
engine         bson-fast 3.1.0 (bson)
runtime        rustc 1.95.0
libraries      actix-web 4.18.1, bson 3.1.0
";
    assert_eq!(table.text(), expected);
}

#[test]
fn a_quiet_replay_says_nothing_and_none() {
    let engine = bson();
    let table = Table {
        request: &sample(&json!({"source": "replay"})),
        parse: &parse(),
        decoding: None,
        cores: None,
        total_time_ms: 0,
        noise: &[],
        advice: &[],
        engine: &engine,
        runtime_version: "rustc 1.95.0",
        libraries: vec![("bson", "3.1.0")],
    };
    let text = table.text();
    assert!(!text.contains("cores "), "{text}");
    for line in [
        "warm-up        none",
        "condition      replay, concurrency 1, variants 1, block 1",
        "disturbed by   nothing",
        "advice         none",
        "engine         bson 3.1.0",
    ] {
        assert!(text.lines().any(|told| told == line), "{line} in\n{text}");
    }
}

#[test]
fn microseconds_have_three_decimals_and_are_exact() {
    assert_eq!(
        [0, 1, 999, 1000, 45_312, 655_871].map(microseconds),
        ["0.000", "0.001", "0.999", "1.000", "45.312", "655.871"]
    );
}

#[test]
fn what_several_threads_gave_together_has_a_line_of_its_own() {
    let request = sample(&json!({"source": "replay"})).on(Some(2));
    let engine = bson();
    let text = |threads, objects_per_s| {
        let table = Table {
            request: &request,
            parse: &parse(),
            decoding: None,
            cores: Some(&Cores { threads, objects_per_s }),
            total_time_ms: 0,
            noise: &[],
            advice: &[],
            engine: &engine,
            runtime_version: "rustc 1.95.0",
            libraries: vec![],
        };
        table.text()
    };
    let told = text(2, 743_209.5);
    for line in [
        "cores          2 threads: 743,210 objects a second",
        "condition      replay, concurrency 1, variants 1, block 1, threads 2",
    ] {
        assert!(told.lines().any(|told| told == line), "{line} in\n{told}");
    }
    assert!(text(1, 999.4).contains("\ncores          1 thread: 999 objects a second\n"));
    assert!(text(64, 12_000_000.0).contains(" 12,000,000 objects"));
}

#[test]
fn a_coding_stands_with_the_condition_and_its_windows_beside_those_of_the_engine() {
    let request = sample(&json!({"coding": "zstd"}));
    let engine = bson();
    let decoding = parse();
    let table = Table {
        request: &request,
        parse: &parse(),
        decoding: Some(&decoding),
        cores: None,
        total_time_ms: 0,
        noise: &[],
        advice: &[],
        engine: &engine,
        runtime_version: "rustc 1.95.0",
        libraries: vec![],
    };
    let text = table.text();
    for line in [
        "us of decoding p50 2.004, p90 45.000, p99 45.000",
        "condition      http, concurrency 1, variants 1, block 1, zstd",
    ] {
        assert!(text.lines().any(|told| told == line), "{line} in\n{text}");
    }
}

#[test]
fn an_excerpt_stands_with_the_condition() {
    let request = sample(&json!({"operation": "partial", "engine": "jiter"}));
    let engine = RunEngine::from(&*request.engine);
    assert_eq!((engine.operation, engine.kind), (Operation::Partial, Some(Kind::Pull)));
    let told = condition(&request, &engine);
    assert_eq!(told, "http, concurrency 1, variants 1, block 1, operation partial, kind pull");
    let told = serde_json::to_value(&engine).unwrap();
    assert_eq!((&told["operation"], &told["kind"]), (&json!("partial"), &json!("pull")));
    assert_eq!(serde_json::to_value(bson()).unwrap().get("kind"), None);
}
