//! The guard beside the engines: on the cases of `providers/`, and on damaged goldens. What the guard passes an engine reads; what it refuses for the field
//! table's sake an engine with equal checks refuses by itself.

use std::fs;
use std::marker::PhantomData;

use super::tests::{Claim, OfEveryEngine, guard};
use super::*;
use ::serde_json::Value;
use testbed_contract::{Checks, Format, Rules};
use testbed_guard::Guard;
use testbed_objects::{Object, ObjectType, VARIANTS};

/// The lines of an index in `providers/` with the bodies of a format and a type.
pub fn cases(format: Format, object_type: ObjectType, folder: &str) -> Vec<(Value, Vec<u8>)> {
    let folder = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../providers/{}"), folder);
    let index = fs::read_to_string(format!("{folder}/index.jsonl")).unwrap();
    let lines = index.lines().map(|line| ::serde_json::from_str::<Value>(line).unwrap());
    let ours = format!("{}/{}.", format.name(), object_type.name);
    let ours = lines.filter(|line| line["file"].as_str().unwrap().starts_with(&ours));
    ours.map(|line| (line.clone(), fs::read(format!("{folder}/{}", line["file"].as_str().unwrap())).unwrap())).collect()
}

fn equal<E: Engine>() -> bool {
    E::CHECKS.contains(&Checks::Equal)
}

/// Whether the guard passes a body; an engine must say nothing else where the guard leaves it no choice.
fn passes<E: Engine, T: Object>(guard: &mut Guard, body: &[u8]) -> bool {
    let verdict = guard.check(body);
    let shown = || format!("{} {} {verdict:?} {}", E::NAME, T::TYPE.name, String::from_utf8_lossy(body));
    match &verdict {
        Ok(()) => assert!(E::decode::<T>(body).is_ok(), "the engine refuses {}", shown()),
        Err(why) if why.is_of_the_table() && equal::<E>() => {
            assert!(E::decode::<T>(body).is_err(), "the engine reads {}", shown());
        }
        Err(_) => {}
    }
    verdict.is_ok()
}

struct KeepsTheVerdicts;

impl Claim for KeepsTheVerdicts {
    fn check<E: Engine, T: Object>() {
        let mut guard = guard::<E, T>(None, VARIANTS);
        for (case, body) in cases(E::FORMAT, T::TYPE, "accept") {
            assert!(passes::<E, T>(&mut guard, &body), "{case} {:?}", guard.check(&body));
        }
        for (case, body) in cases(E::FORMAT, T::TYPE, "reject") {
            assert!(!passes::<E, T>(&mut guard, &body), "{case}");
            if case["equal"] == "refuses" && equal::<E>() {
                assert!(E::decode::<T>(&body).is_err(), "{case}");
            }
        }
    }
}

#[test]
fn every_case_is_what_its_index_says_to_the_guard_and_to_the_engine() {
    registry(&mut OfEveryEngine::<KeepsTheVerdicts>(PhantomData));
}

/// Golden bytes of which a part was removed, doubled or moved, or a byte changed.
pub fn damaged(golden: &[u8], draw: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
    let start = draw(golden.len());
    let end = (start + 1 + draw(40)).min(golden.len());
    let (part, at) = (&golden[start..end], draw(golden.len()));
    let mut body = golden.to_vec();
    match draw(4) {
        0 => body[at] = golden[start],
        1 => drop(body.drain(start..end)),
        2 => drop(body.splice(end..end, part.to_vec())),
        _ => drop(body.splice(at..at, part.to_vec())),
    }
    // Of a document whose length is wrong nothing else would be seen.
    if golden.last() == Some(&0) && body.len() > 4 {
        let length = i32::try_from(body.len()).unwrap();
        body[..4].copy_from_slice(&length.to_le_bytes());
    }
    body
}

/// Numbers below any, the same in each test.
pub fn draws() -> impl FnMut(usize) -> usize {
    let mut state = 1_u64;
    move |below| {
        // Knuth's MMIX generator, whose high bits are good enough.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    }
}

struct AgreesOnDamage;

impl Claim for AgreesOnDamage {
    fn check<E: Engine, T: Object>() {
        let (mut guard, mut draw) = (guard::<E, T>(None, VARIANTS), draws());
        // A library that no walk of the guard protects must itself survive what it is given.
        let is_walked = E::FORMAT.rules() != Rules::Known;
        for _ in 0..if is_walked { 400 } else { 1600 } {
            let body = damaged(T::golden(E::FORMAT), &mut draw);
            if !passes::<E, T>(&mut guard, &body) && !is_walked {
                let _either = E::decode::<T>(&body);
            }
        }
    }
}

#[test]
fn guard_and_engine_agree_on_damaged_goldens() {
    registry(&mut OfEveryEngine::<AgreesOnDamage>(PhantomData));
}
