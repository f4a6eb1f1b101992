//! Keys of maps: that each comes once, and how many may be known.

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
