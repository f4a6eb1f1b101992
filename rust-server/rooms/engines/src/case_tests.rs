//! The guard beside the engines: on the cases of `providers/`, and on damaged goldens. What the guard passes an engine reads; what it refuses for the field
//! table's sake an engine refuses by itself.

use std::fs;
use std::marker::PhantomData;

use super::tests::{Claim, OfEveryEngine};
use super::*;
use ::serde_json::Value;
use testbed_guard::Guard;
use testbed_objects::Object;

/// The lines of an index in `providers/` with the bodies of a format and a type.
fn cases<E: Engine, T: Object>(folder: &str) -> Vec<(Value, Vec<u8>)> {
    let folder = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../providers/{}"), folder);
    let index = fs::read_to_string(format!("{folder}/index.jsonl")).unwrap();
    let lines = index.lines().map(|line| ::serde_json::from_str::<Value>(line).unwrap());
    let ours = format!("{}/{}.", E::FORMAT.name(), T::TYPE.name);
    let ours = lines.filter(|line| line["file"].as_str().unwrap().starts_with(&ours));
    ours.map(|line| (line.clone(), fs::read(format!("{folder}/{}", line["file"].as_str().unwrap())).unwrap())).collect()
}

/// Whether the guard passes a body; an engine must say nothing else where the guard leaves it no choice.
fn passes<E: Engine, T: Object>(guard: &mut Guard, body: &[u8]) -> bool {
    let verdict = guard.check(body);
    let shown = || format!("{} {} {verdict:?} {}", E::NAME, T::TYPE.name, String::from_utf8_lossy(body));
    match &verdict {
        Ok(()) => assert!(E::decode::<T>(body).is_ok(), "the engine refuses {}", shown()),
        Err(why) if why.is_of_the_table() => assert!(E::decode::<T>(body).is_err(), "the engine reads {}", shown()),
        Err(_) => {}
    }
    verdict.is_ok()
}

struct KeepsTheVerdicts;

impl Claim for KeepsTheVerdicts {
    fn check<E: Engine, T: Object>() {
        let mut guard = Guard::new(E::FORMAT, T::TYPE);
        for (case, body) in cases::<E, T>("accept") {
            assert!(passes::<E, T>(&mut guard, &body), "{case} {:?}", guard.check(&body));
        }
        for (case, body) in cases::<E, T>("reject") {
            assert!(!passes::<E, T>(&mut guard, &body), "{case}");
            if case["refused_by"] == "engine" || case["equal"] == "refuses" {
                assert!(E::decode::<T>(&body).is_err(), "{case}");
            }
        }
    }
}

#[test]
fn every_case_is_what_its_index_says_to_the_guard_and_to_the_engine() {
    registry(&mut OfEveryEngine::<KeepsTheVerdicts>(PhantomData));
}
