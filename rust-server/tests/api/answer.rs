//! The whole answer of a run: every required field, and sums that agree.

use std::fmt::{self, Formatter};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::Deserializer;
use serde::de::{self, Deserialize, IgnoredAny, MapAccess, Visitor};
use serde_json::{Value, json};

use crate::server::{Server, request};

/// A run of 6,000 after a warm-up of 5,250, in this way.
async fn answer(changes: Value) -> Value {
    let provider = Server::start(&[]);
    let consumer = Server::start(&[("PROVIDER_ALLOWLIST", &provider.url)]);
    let mut all = json!({"amount": 6000, "warmup": 5250, "checkpoints": [3000]});
    all.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    consumer.trigger(&request(&provider.url, &all)).await.json()
}

fn int(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no whole number"))
}

/// The fields that the measured part and the warm-up share, and that they agree.
fn check_part(part: &Value, histogram: &Value, amount: u64, total_ms: u64) {
    for field in ["parse", "blocks", "noise", "reclaim", "memory", "cpu", "guard_ns", "connections", "steadiness"] {
        assert!(part.get(field).is_some(), "{field} is missing in {part}");
    }
    let (parse, means) = (&part["parse"], part["blocks"]["mean_ns"].as_array().unwrap());
    assert_eq!((&part["blocks"]["objects"], means.len() as u64), (&500.into(), amount / 500));
    let scans = part["blocks"]["scan_ns"].as_array().unwrap();
    assert!(scans.len() == means.len() && scans.iter().all(|scan| int(scan) > 0), "{part}");
    let medians = part["blocks"]["p50_ns"].as_array().unwrap();
    assert!(medians.len() == means.len() && medians.iter().all(|median| int(median) > 0), "{part}");
    let of_blocks = means.iter().map(|mean| int(mean) * 500).sum::<u64>();
    let total = int(&parse["total_ns"]);
    // Means are rounded; what a last part of a block holds is in the total only.
    assert!(of_blocks <= total + 250 * means.len() as u64, "{of_blocks} of {total}");
    if amount.is_multiple_of(500) {
        assert!(of_blocks.abs_diff(total) <= 250 * means.len() as u64, "{of_blocks} of {total}");
    }
    let histogram = STANDARD.decode(histogram.as_str().unwrap()).unwrap();
    let histogram: Histogram<u64> = Deserializer::new().deserialize(&mut histogram.as_slice()).unwrap();
    assert_eq!((histogram.len(), histogram.value_at_percentile(50.0)), (amount, int(&parse["p50_ns"])));
    let segments = part["steadiness"]["segments"].as_array().unwrap();
    assert_eq!(segments.iter().map(|segment| int(&segment["blocks"])).sum::<u64>(), amount / 500);
    assert!(int(&part["reclaim"]["drop_ns"]) > 0 && int(&part["reclaim"]["drop_p50_ns"]) > 0, "{part}");
    assert!(int(&part["guard_ns"]) > 0 && int(&part["memory"]["peak_rss_bytes"]) > 1 << 20, "{part}");
    let timed = total + int(&part["reclaim"]["drop_ns"]) + int(&part["guard_ns"]);
    assert!(timed / 1_000_000 <= total_ms, "{timed} ns of {total_ms} ms");
    let canary = part["cpu"]["canary_ns"].as_array().unwrap();
    assert!(canary.len() == 2 && canary.iter().all(|canary| int(canary) > 0), "{part}");
    for noise in part["noise"].as_array().unwrap() {
        assert!(noise["rule"].is_string() && noise["value"].as_f64() > noise["limit"].as_f64(), "{noise}");
    }
}

#[actix_web::test]
async fn a_run_over_http_tells_everything_of_both_parts() {
    let result = answer(json!({})).await;
    let (warmup, measured_ms) = (&result["warmup"], int(&result["json_total_time_ms"]));
    check_part(&result, &result["histograms"]["measured"], 6000, measured_ms);
    check_part(warmup, &result["histograms"]["warmup"], 5250, int(&warmup["total_time_ms"]));
    for (part, amount, wall) in [(&result, 6000, measured_ms), (warmup, 5250, int(&warmup["total_time_ms"]))] {
        let (fetch, cpu) = (&part["fetch"], &part["cpu"]);
        assert!(
            int(&fetch["p50_ns"]) <= int(&fetch["p99_ns"]) && int(&fetch["total_ns"]) / 1_000_000 <= wall,
            "{part}"
        );
        let mean = fetch["mean_ns"].as_f64().unwrap() * f64::from(amount);
        assert!((mean / fetch["total_ns"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{fetch}");
        // Provider and consumer are one process here, on two threads or more.
        assert!(cpu["user_ms"].as_f64().unwrap() + cpu["system_ms"].as_f64().unwrap() > 0.0, "{cpu}");
        assert!(int(&cpu["voluntary_switches"]) > 0, "it slept for answers: {cpu}");
    }
    let (parse, payload) = (&result["parse"], &result["payload"]);
    let speed = payload["bytes"].as_f64().unwrap() / parse["total_ns"].as_f64().unwrap() * 1000.0;
    assert!((payload["megabytes_per_second"].as_f64().unwrap() / speed - 1.0).abs() < 1e-9, "{payload}");
    assert_eq!((&warmup["connections"], &result["connections"]), (&1.into(), &1.into()));
    for parse in [parse, &warmup["parse"], &result["checkpoints"][0]["parse"]] {
        assert_eq!(parse.get("histogram"), None, "histograms stand last");
    }
    assert_eq!((result.get("jit"), result["reclaim"].get("gc_count")), (None, None), "absent, not zero");
}

#[actix_web::test]
async fn a_replay_tells_the_same_without_fetches() {
    let result = answer(json!({"source": "replay", "object_format": "BSON", "variants": 16})).await;
    let histograms = &result["histograms"];
    check_part(&result, &histograms["measured"], 6000, int(&result["bson_total_time_ms"]));
    check_part(&result["warmup"], &histograms["warmup"], 5250, int(&result["warmup"]["total_time_ms"]));
    assert_eq!((result.get("fetch"), result["warmup"].get("fetch")), (None, None));
}

#[actix_web::test]
async fn a_part_of_few_blocks_has_no_verdict() {
    let result = answer(json!({"amount": 4999, "warmup": 0, "source": "replay"})).await;
    assert_eq!((result.get("steadiness"), result.get("warmup")), (None, None));
    assert_eq!(result["blocks"]["mean_ns"].as_array().unwrap().len(), 9);
    assert_eq!(result["histograms"].get("warmup"), None);
    let result = answer(json!({"amount": 499, "warmup": 1, "checkpoints": []})).await;
    for part in [&result, &result["warmup"]] {
        assert_eq!(part["blocks"], json!({"objects": 500, "mean_ns": [], "p50_ns": [], "scan_ns": []}));
    }
}

/// The names of an object as they stand; a `Value` would sort them.
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;

        impl<'de> Visitor<'de> for Collect {
            type Value = Names;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Names, A::Error> {
                let mut names = Vec::new();
                while let Some((name, IgnoredAny)) = map.next_entry()? {
                    names.push(name);
                }
                Ok(Names(names))
            }
        }

        deserializer.deserialize_map(Collect)
    }
}

#[actix_web::test]
async fn what_a_reader_wants_stands_first_and_the_histograms_last() {
    let provider = Server::start(&[]);
    let consumer = Server::start(&[("PROVIDER_ALLOWLIST", &provider.url)]);
    let body = request(&provider.url, &json!({"amount": 5000, "warmup": 500, "object_format": "BSON"}));
    let names = |line: &[u8]| serde_json::from_slice::<Names>(line).unwrap().0;
    let order = "rust amount bson_parsing_time_micro_s bson_total_time_ms parse advice blocks steadiness noise reclaim memory cpu guard_ns fetch \
                 payload connections warmup checkpoints verified engine environment histograms";
    let order: Vec<_> = order.split(' ').collect();
    assert_eq!(names(&consumer.trigger(&body).await.body), order);
    let stream = consumer.stream(&body).await.body;
    let result = stream.split(|byte| *byte == b'\n').nth(1).expect("after the line of the start");
    assert_eq!(names(result), [&["event"], order.as_slice()].concat());
}

#[actix_web::test]
async fn a_table_is_the_same_run_for_a_reader_and_a_problem_stays_one() {
    let provider = Server::start(&[]);
    let consumer = Server::start(&[("PROVIDER_ALLOWLIST", &provider.url)]);
    let trigger = async |amount: u64| {
        let body = request(&provider.url, &json!({"amount": amount, "warmup": 5, "variants": 2})).to_string();
        consumer.trigger_as("application/json", "text/plain, application/json", body.as_bytes()).await
    };
    let answer = trigger(20).await;
    assert_eq!((answer.status, answer.headers["content-type"].as_str()), (200, "text/plain; charset=utf-8"));
    let text = String::from_utf8(answer.body).unwrap();
    let title = format!(
        "20 DummyObject as JSON from the rust provider {}, parsed by rust\n\nobjects        20, each",
        provider.url
    );
    assert!(text.starts_with(&title), "{text}");
    for line in [
        "warm-up        5 objects before these, not counted",
        "condition      http, concurrency 1, variants 2, block 1",
        "advice         Of 20 objects the p99 says little more than the slowest. Ask for \"amount\": 1000 or more.",
    ] {
        assert!(text.lines().any(|told| told == line), "{line} in\n{text}");
    }
    assert!(text.ends_with('\n') && text.contains("\nlibraries      actix-web "), "{text}");
    assert_eq!(trigger(0).await.problem(), (400, "invalid_request".to_owned()));
}

#[actix_web::test]
async fn the_environment_is_told_with_libraries_and_machine() {
    let environment = answer(json!({"amount": 1, "warmup": 0, "checkpoints": []})).await["environment"].clone();
    let lock = include_str!("../../Cargo.lock");
    for library in ["serde_json", "bson", "quick-xml", "serde", "hyper", "actix-web", "hdrhistogram"] {
        let linked = format!("name = \"{library}\"\nversion = {}\n", environment["libraries"][library]);
        assert!(lock.contains(&linked), "{linked}");
    }
    assert!(int(&environment["machine"]["cores"]) >= 1 && environment["machine"]["kernel"].is_string());
    for flag in ["profile", "opt_level", "lto", "codegen_units", "target_cpu", "pgo", "panic", "allocator", "features"]
    {
        assert!(environment["flags"][flag].is_string(), "{flag}: {environment}");
    }
}

#[actix_web::test]
async fn allocations_are_told_by_builds_that_count_them() {
    let result = answer(json!({"source": "replay", "variants": 8, "warmup": 10})).await;
    assert_eq!(result["warmup"]["memory"].get("allocated_bytes_per_object"), None, "the whole run's stand above");
    let (memory, flags) = (&result["memory"], &result["environment"]["flags"]);
    if cfg!(feature = "count-alloc") {
        // A DummyObject owns 20 texts and more, and its body is a kilobyte of mostly text.
        let allocations = memory["allocations_per_object"].as_f64().unwrap();
        let bytes = memory["allocated_bytes_per_object"].as_f64().unwrap();
        assert!((20.0..100.0).contains(&allocations) && (800.0..10_000.0).contains(&bytes), "{memory}");
        assert_eq!(flags["count_alloc"], "on");
    } else {
        let told = memory.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!((told, flags.get("count_alloc")), (vec!["peak_rss_bytes".to_owned()], None));
    }
}
