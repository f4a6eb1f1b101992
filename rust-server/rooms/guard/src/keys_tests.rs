//! Keys of maps: that each comes once, and how many may be known.

use std::hash::{DefaultHasher, Hasher};

use super::{Keys, MOST, PLACES};
use crate::rule;
use crate::tests::{one, verdict};
use testbed_contract::Format;
use testbed_objects::Kind;

const PASSES: Result<(), &str> = Ok(());

fn value(kind: Kind, json: &str) -> Result<(), &'static str> {
    verdict(Format::Json, one(kind), format!("{{\"v\":{json}}}"))
}

#[test]
fn keys_of_a_map_differ_after_their_escapes() {
    let map = |json: &str| value(Kind::Map(&Kind::Map(&Kind::Int32)), json);
    for json in [r#"{"a":{"a":1},"b":{"a":1,"b":2}}"#, r#"{"":{},"v":{"":1," ":1}}"#, r#"{"a":{},"\u0041":{}}"#] {
        assert_eq!(map(json), PASSES, "{json}");
    }
    for json in [
        r#"{"a":{},"a":{}}"#,
        r#"{"a":{},"\u0061":{}}"#,
        r#"{"\u0061":{},"a":{}}"#,
        r#"{"\u00e9":{},"\u00E9":{}}"#,
        r#"{"é":{},"\u00e9":{}}"#,
        r#"{"\/":{},"/":{}}"#,
        r#"{"😀":{},"\ud83d\ude00":{}}"#,
        r#"{"a":{"b":1},"b":{},"a":{}}"#,
        r#"{"a":{"b":1,"c":2,"b":3}}"#,
        r#"{"":{},"":{}}"#,
    ] {
        assert_eq!(map(json), Err(rule::KEY_TWICE), "{json}");
    }
    let long = "long ".repeat(100);
    assert_eq!(map(&format!(r#"{{"{long}x":{{}},"{long}\u0078":{{}}}}"#)), Err(rule::KEY_TWICE));
    assert_eq!(map(&format!(r#"{{"{long}x":{{}},"{long}\u0079":{{}}}}"#)), PASSES);
}

#[test]
fn as_many_keys_are_known_as_there_is_room_for_over_all_open_maps() {
    const MANY: Result<(), &str> = Err("the maps that are open have more than 4096 keys");
    let keys = |count: usize| (0..count).map(|key| format!("\"{key}\":1")).collect::<Vec<_>>().join(",");
    let flat = |count| value(Kind::Map(&Kind::Int32), &format!("{{{}}}", keys(count)));
    assert_eq!((flat(4096), flat(4097), flat(65_536)), (PASSES, MANY, MANY));
    let inside = |counts: &[usize]| {
        let maps: Vec<_> =
            counts.iter().enumerate().map(|(at, count)| format!("\"{at}\":{{{}}}", keys(*count))).collect();
        value(Kind::Map(&Kind::Map(&Kind::Int32)), &format!("{{{}}}", maps.join(",")))
    };
    assert_eq!(inside(&[4095]), PASSES);
    assert_eq!(inside(&[4096]), MANY);
    assert_eq!(inside(&[4095, 4094, 4093]), PASSES, "a map that closed gives its room back");
    assert_eq!(inside(&[4095, 4095]), MANY);
}

#[test]
fn a_key_that_comes_twice_is_told_where_there_is_no_room_for_another() {
    let keys: Vec<_> = (0..MOST).map(|key| format!("\"{key}\":1")).collect();
    assert_eq!(value(Kind::Map(&Kind::Int32), &format!("{{{},\"7\":1}}", keys.join(","))), Err(rule::KEY_TWICE));
}

/// How many places lie between those that keys should have and those that they got, over all keys of a map.
fn displaced(keys: &[String]) -> usize {
    let (body, mut known) = (keys.concat(), Keys::new(true));
    let mut at = 0;
    for key in keys {
        known.add(0, body.as_bytes(), at..at + key.len(), false).unwrap();
        at += key.len();
    }
    #[allow(clippy::cast_possible_truncation, reason = "the table does so, too")]
    known.known.iter().map(|key| key.place.wrapping_sub(key.hash as usize) % PLACES).sum()
}

#[test]
fn no_keys_lie_behind_each_other_whatever_they_share() {
    let unseeded = |key: &String| {
        let mut hasher = DefaultHasher::new();
        hasher.write(key.as_bytes());
        hasher.finish() % PLACES as u64
    };
    // One behind the other they would lie 32,640 places off.
    let of_one_place: Vec<_> = (0..).map(|key| format!("{key}")).filter(|key| unseeded(key) == 7).take(256).collect();
    assert!(displaced(&of_one_place) < 256, "the seed is not chance's");
    // Where all are at random, a key of a half-full table lies half a place off.
    let alike: [fn(usize) -> String; 4] = [
        |key| format!("{key}"),
        |key| format!("{key:08}{}", "same".repeat(25)),
        |key| format!("{}{key}", "same".repeat(25)),
        |key| (0..12).map(|bit| if key >> bit & 1 == 0 { "Aa" } else { "BB" }).collect(),
    ];
    for keys in alike {
        let found = displaced(&(0..MOST).map(keys).collect::<Vec<_>>());
        assert!(found < 2 * MOST, "{found} places, beginning with {:?}", keys(0));
    }
}
