//! Runs that several threads parse: whatever their number the same result, and one failure ends
//! them all.

use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::unbounded_channel;

use super::super::perform::perform;
use super::super::shared::Shared;
use super::super::stop::Stop;
use super::*;
use testbed_bodies::Kept;
use testbed_config::Config;
use testbed_contract::PhaseName;
use testbed_engines::{Codec, Refusal, Refused, Timed};
use testbed_environment::{Build, Libraries};
use testbed_objects::{ObjectType, Size};
use testbed_request::{RunRequest, sample};

/// Runs that find their bodies kept, and ask no provider; gives what was told at the end, and where
/// that was.
async fn ended(request: &RunRequest) -> (Value, Value) {
    let shared = Shared {
        config: Config::read(|_| None).unwrap(),
        build: Build::of(&[]),
        libraries: Libraries::new(),
        timer_overhead_ns: 0,
        kept: Kept::up_to(1 << 20),
        stop: Stop::new(),
    };
    let codec = sample(&json!({})).codec;
    let bodies = (0..request.variants).map(|variant| Bytes::from(codec.encode(None, variant).unwrap()));
    shared.kept.keep(request, request.supply().unwrap(), &bodies.collect());
    let (events, _receiver) = unbounded_channel();
    let progress = Progress::before(PhaseName::Measured);
    let ended = match perform(&shared, request, &events, &progress, None).await {
        Ok(result) => serde_json::to_value(result),
        Err(problem) => serde_json::to_value(problem),
    };
    (ended.unwrap(), serde_json::to_value(progress.place()).unwrap())
}

/// A replay of JSON by so many threads, whatever CPUs there are.
fn replay(threads: usize, changes: &Value) -> RunRequest {
    let mut all = json!({"source": "replay", "variants": 50});
    all.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    sample(&all).on(Some(threads))
}

#[tokio::test]
async fn any_number_of_threads_finds_every_object_right_and_says_how_fast_they_were_together() {
    let asked = json!({"amount": 5203, "warmup": 31});
    let alone = ended(&replay(1, &asked).on(None)).await.0;
    for (threads, blocks) in [(1, 10), (2, 10), (3, 9), (7, 7)] {
        let (told, place) = ended(&replay(threads, &asked)).await;
        assert_eq!((&told["verified"], &place["completed"]), (&5203.into(), &5203.into()), "{told}");
        assert_eq!(
            (&told["cores"]["threads"], &told["warmup"]["cores"]["threads"]),
            (&threads.into(), &threads.into())
        );
        for field in ["min_bytes", "max_bytes", "sha256"] {
            assert_eq!(told["payload"][field], alone["payload"][field], "{field} of {threads} threads");
        }
        // Shares that begin elsewhere use other variants once more.
        assert!(threads > 1 || told["payload"]["bytes"] == alone["payload"]["bytes"], "{told}");
        assert_eq!(told["blocks"]["mean_ns"].as_array().unwrap().len(), blocks, "whole blocks of {threads} threads");
        assert_eq!((told.get("steadiness"), told["warmup"].get("steadiness")), (None, None));
        assert_eq!((told["blocks"].get("scan_ns"), told["warmup"]["blocks"].get("scan_ns")), (None, None));
        assert!(told["guard_ns"].as_u64() > Some(0) && told["warmup"]["guard_ns"].as_u64() > Some(0));
        let of_one = 5203e9 / (int(&told["parse"]["total_ns"]) + int(&told["reclaim"]["drop_ns"]));
        // The sum of rates of equal shares is as many times the rate of all, or more where they
        // differ.
        let least = of_one * f64::from(u32::try_from(threads).unwrap());
        let told = told["cores"]["objects_per_s"].as_f64().unwrap();
        assert!(told > least * 0.99 && (threads > 1 || told < least * 1.01), "{told} of {least}");
    }
}

fn int(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[tokio::test]
async fn threads_without_a_share_are_no_harm() {
    let (told, _) = ended(&replay(4, &json!({"amount": 2, "warmup": 1}))).await;
    assert_eq!((&told["verified"], &told["cores"]["threads"]), (&2.into(), &4.into()), "{told}");
}

/// Writes down on which threads it parses which variants; refuses variant 6 in one of them, or
/// panics there.
#[derive(Default)]
struct Recording {
    fails: Option<&'static str>,
    panics: bool,
    parsed: Mutex<Vec<(String, usize)>>,
}

impl Codec for Recording {
    fn object_type(&self) -> ObjectType {
        unreachable!("a run asks for parses alone")
    }

    fn load(&self, _: Option<Size>, _: u32) -> bool {
        false
    }

    fn encode(&self, _: Option<Size>, _: u32) -> Result<Vec<u8>, Refusal> {
        unreachable!("a run asks for parses alone")
    }

    fn to_canonical_json(&self, _: &[u8]) -> Result<Vec<u8>, Refusal> {
        unreachable!("a run asks for parses alone")
    }

    fn check_goldens(&self) -> Result<(), String> {
        unreachable!("a run asks for parses alone")
    }

    #[cfg(feature = "count-alloc")]
    fn allocated(&self, _: &[u8], _: Option<Size>, _: usize) -> testbed_measure::Counted {
        testbed_measure::Counted::default()
    }

    fn own(&self, _: &[u8]) -> Option<Vec<u8>> {
        None
    }

    fn parse(&self, _: &[u8], _: Option<Vec<u8>>, _: Option<Size>, variant: usize) -> Result<Timed, Refused> {
        let name = thread::current().name().unwrap_or_default().to_owned();
        if variant == 6 && self.fails == Some(name.as_str()) {
            assert!(!self.panics, "as asked");
            return Err(Refused::Engine);
        }
        let mut parsed = self.parsed.lock().unwrap();
        // What a thread does while it waits for the others may be much.
        if parsed.iter().filter(|(thread, _)| *thread == name).count() < 20 {
            parsed.push((name, variant));
        }
        Ok(Timed { window: Duration::from_nanos(900), compared: Instant::now(), release: Duration::from_nanos(100) })
    }
}

/// The same replay, parsed by this codec.
fn recorded(codec: Recording, threads: usize, changes: &Value) -> (RunRequest, &'static Recording) {
    let codec: &'static Recording = Box::leak(Box::new(codec));
    (RunRequest { codec, ..replay(threads, changes) }, codec)
}

#[tokio::test]
async fn each_thread_begins_at_another_variant_and_counts_its_share_alone() {
    let (request, codec) = recorded(Recording::default(), 2, &json!({"amount": 9, "variants": 8}));
    let (told, _) = ended(&request).await;
    let parsed = codec.parsed.lock().unwrap();
    let by = |name: &str| {
        parsed.iter().filter(|(thread, _)| thread == name).map(|(_, variant)| *variant).collect::<Vec<_>>()
    };
    assert_eq!((&by("parse-0")[..5], &by("parse-1")[..4]), (&[0, 1, 2, 3, 4][..], &[4, 5, 6, 7][..]));
    assert_eq!((&told["parse"]["total_ns"], &told["reclaim"]["drop_ns"]), (&8100.into(), &900.into()), "{told}");
    assert_eq!(told["cores"], json!({"threads": 2, "objects_per_s": 2e6}));
}

#[tokio::test]
async fn a_refusal_in_one_thread_ends_the_others_and_says_which_variant_it_was() {
    // Half of the amount would take the other one minutes.
    let codec = Recording { fails: Some("parse-1"), ..Recording::default() };
    let (request, _) = recorded(codec, 2, &json!({"variants": 8}));
    let (told, place) = ended(&RunRequest { amount: 2_000_000_000, ..request }).await;
    let by = (&told["code"], &told["refused_by"], &place["request"]);
    assert_eq!(by, (&"deserialize_failed".into(), &"engine".into(), &6.into()), "{told}");
    assert!(int(&place["completed"]) >= 2.0 && int(&place["completed"]) < 1e9, "{place}");
}

#[tokio::test]
#[should_panic(expected = "as asked")]
async fn a_panic_in_one_thread_is_the_runs() {
    let codec = Recording { fails: Some("parse-1"), panics: true, ..Recording::default() };
    let (request, _) = recorded(codec, 2, &json!({"variants": 8}));
    ended(&RunRequest { amount: 2_000_000_000, ..request }).await;
}

#[tokio::test]
async fn a_body_that_the_guard_refuses_is_refused_before_any_is_parsed() {
    let (request, codec) = recorded(Recording::default(), 2, &json!({"variants": 8, "object_format": "BSON"}));
    let (told, place) = ended(&request).await;
    assert_eq!((&told["refused_by"], &place["request"], &place["completed"]), (&"guard".into(), &0.into(), &0.into()));
    assert!(codec.parsed.lock().unwrap().is_empty(), "JSON is no BSON, and no thread began");
}
