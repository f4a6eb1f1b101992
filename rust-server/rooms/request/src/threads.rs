//! What the field `threads` goes with.

use super::source::Source;
use super::supply::Supply;
use testbed_contract::Problem;

/// The most threads, whatever the machine has.
pub const MOST: u64 = 64;

/// Checks that a run is one that several threads can parse, where that is asked for.
///
/// # Errors
/// `invalid_request` for more threads than CPUs, and for what they do not go with.
pub fn check(supply: &Supply, checkpoints: &[u64], cpus: usize) -> Result<(), Problem> {
    let Some(threads) = supply.threads else { return Ok(()) };
    if threads > cpus {
        let detail = format!("threads is {threads}; allowed are as many as this server may use CPUs, which is {cpus}");
        return Err(Problem::invalid("threads", detail));
    }
    // A block goes with http alone, so bodies from memory come in none.
    let goes_with = [
        ("source replay", supply.source == Source::Replay),
        ("concurrency 1", supply.concurrency == 1),
        ("empty checkpoints", checkpoints.is_empty()),
    ];
    match goes_with.iter().find(|(_, asked)| !asked) {
        None if supply.coding.is_some() => {
            let detail = "coding is not measured on several threads; leave one of them out";
            Err(Problem::invalid("coding", detail))
        }
        None => Ok(()),
        Some((other, _)) => {
            let detail = format!("threads goes with {other} only; ask for that, or leave threads out");
            Err(Problem::invalid("threads", detail))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample;

    /// Why so many threads may not make the run with these changes on so many CPUs.
    fn refusal(changes: &serde_json::Value, threads: Option<usize>, cpus: usize) -> Option<String> {
        let request = sample(changes);
        let supply = Supply { threads, ..request.supply().unwrap().clone() };
        check(&supply, &request.checkpoints, cpus).err().map(|problem| problem.detail)
    }

    #[test]
    fn as_many_as_there_are_cpus_may_parse_at_once() {
        let refusal = |threads| refusal(&json!({"source": "replay", "variants": 3, "warmup": 5}), threads, 4);
        assert_eq!([None, Some(1), Some(4)].map(refusal), [None, None, None]);
        let detail = "threads is 5; allowed are as many as this server may use CPUs, which is 4";
        assert_eq!(refusal(Some(5)).unwrap(), detail);
    }

    #[test]
    fn they_go_with_bodies_in_memory_and_nothing_else() {
        for (changes, only) in [
            (json!({}), "source replay"),
            (json!({"block": 2}), "source replay"),
            (json!({"source": "replay", "concurrency": 2}), "concurrency 1"),
            (json!({"source": "replay", "checkpoints": [5]}), "empty checkpoints"),
        ] {
            assert_eq!(refusal(&changes, None, 4), None, "{changes}: nobody asked for threads");
            let detail = format!("threads goes with {only} only; ask for that, or leave threads out");
            assert_eq!(refusal(&changes, Some(2), 4).unwrap(), detail, "{changes}");
        }
        let coded = |coding: &str| refusal(&json!({"source": "replay", "coding": coding}), Some(2), 4);
        assert_eq!(coded("identity"), None);
        assert!(coded("zstd").unwrap().starts_with("coding is not measured on several threads"));
    }
}
