//! The vectors that every server must agree on, whose change points another program found.

use serde::Deserialize;
use serde_json::{Value, json};

use super::*;

#[derive(Deserialize)]
struct Vector {
    name: String,
    mean_ns: Vec<u64>,
    class: String,
    segments: Vec<Found>,
}

#[derive(Deserialize)]
struct Found {
    blocks: usize,
    median_ns: u64,
}

#[test]
fn every_vector_is_judged_as_the_contract_says() {
    let vectors: Vec<Vector> =
        serde_json::from_str(include_str!("../../../../providers/vectors/steadiness.json")).unwrap();
    assert!(vectors.len() > 20);
    for vector in vectors {
        let found = steadiness(&vector.mean_ns).unwrap();
        assert_eq!(serde_json::to_value(found.class).unwrap(), vector.class, "{}: {found:?}", vector.name);
        let lengths: Vec<_> = found.segments.iter().map(|segment| segment.blocks).collect();
        assert_eq!(
            lengths,
            vector.segments.iter().map(|segment| segment.blocks).collect::<Vec<_>>(),
            "{}",
            vector.name
        );
        for (ours, theirs) in found.segments.iter().zip(&vector.segments) {
            assert!(ours.median_ns.abs_diff(theirs.median_ns) <= 1, "{}: {found:?}", vector.name);
        }
    }
}

#[test]
fn fewer_than_ten_blocks_have_no_verdict() {
    assert_eq!(steadiness(&[3000; 9]), None);
    let flat: Value = json!({"class": "flat", "segments": [{"blocks": 10, "median_ns": 3000}]});
    assert_eq!(serde_json::to_value(steadiness(&[3000; 10])).unwrap(), flat);
}

#[test]
fn the_largest_run_is_judged_at_once() {
    let series: Vec<u64> = (0..2000).map(|i| 3000 + i * 7919 % 400).collect();
    let started = std::time::Instant::now();
    assert!(steadiness(&series).is_some());
    assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
}
