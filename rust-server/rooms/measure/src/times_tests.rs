//! Figures against their definitions, and the histogram's encoding against what every `HdrHistogram` library writes.

use hdrhistogram::serialization::Deserializer;
use serde_json::Value;

use super::*;

fn parse(times: impl IntoIterator<Item = u64>) -> Parse {
    let mut all = Times::new();
    times.into_iter().for_each(|ns| all.record(ns));
    all.parse(7)
}

#[test]
fn sum_mean_and_extremes_are_exact() {
    let parse = parse([1_234_567, 1, 2]);
    assert_eq!((parse.total_ns, parse.min_ns, parse.max_ns, parse.timer_overhead_ns), (1_234_570, 1, 1_234_567, 7));
    assert!((parse.mean_ns - 1_234_570.0 / 3.0).abs() < 1e-9);
}

#[test]
fn percentiles_are_right_to_three_digits() {
    let parse = parse((1..=100_000).map(|n| n * 10));
    for (percentile, exact) in [(parse.p50_ns, 500_000_u64), (parse.p90_ns, 900_000), (parse.p99_ns, 990_000)] {
        assert!(percentile.abs_diff(exact) <= exact / 1000, "{percentile} for {exact}");
    }
}

#[test]
fn a_single_time_is_every_figure() {
    let parse = parse([123_457]);
    for figure in [parse.min_ns, parse.p50_ns, parse.p90_ns, parse.p99_ns, parse.max_ns, parse.total_ns] {
        assert_eq!(figure, 123_457);
    }
}

#[test]
fn microseconds_are_rounded_once_and_half_up() {
    assert_eq!(parse([499]).sum_micro_s(), 0);
    assert_eq!(parse([500]).sum_micro_s(), 1);
    assert_eq!(parse(vec![600; 1000]).sum_micro_s(), 600, "not 1000 times 1");
}

#[test]
fn a_time_over_an_hour_is_counted() {
    assert_eq!(parse([2 * LONGEST_NS]).total_ns, 2 * LONGEST_NS);
}

fn decoded(text: &str) -> Histogram<u64> {
    Deserializer::new().deserialize(&mut STANDARD.decode(text).unwrap().as_slice()).unwrap()
}

#[test]
fn the_histogram_holds_every_time() {
    let mut times = Times::new();
    (1..=100_000).for_each(|n| times.record(n * 10));
    let text = times.histogram();
    // The type of the encoding, and a length below 64 KiB: what the contract's pattern asks for.
    assert!(text.starts_with("HISTFAAA"), "{text}");
    assert_eq!(decoded(&text), times.histogram);
}

#[test]
fn every_runtimes_histogram_is_read() {
    let file: Value = serde_json::from_str(include_str!("../../../../providers/vectors/histograms.json")).unwrap();
    for runtime in ["rust", "java"] {
        let histogram = decoded(file[runtime].as_str().expect(runtime));
        assert_eq!(file["count"], histogram.len(), "{runtime}");
        assert_eq!(file["p50"], histogram.value_at_percentile(50.0), "{runtime}");
        assert_eq!(file["p99"], histogram.value_at_percentile(99.0), "{runtime}");
        assert_eq!(file["max"], histogram.max(), "{runtime}");
        assert!((1..=100_000).all(|n| histogram.count_at(n * 10) > 0), "{runtime}");
    }
}
