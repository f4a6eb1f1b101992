//! What holds in every format: the field table's rules on a type of the test's own, damage, and attacks.

use super::*;
use testbed_contract::Rules;
use testbed_objects::{Field, Kind, OBJECT_TYPES, Presence};

/// What a guard says of a body, made for it alone.
pub fn verdict(format: Format, object_type: ObjectType, body: impl AsRef<[u8]>) -> Result<(), &'static str> {
    Guard::new(format, object_type).check(body.as_ref()).map_err(|broken| broken.rule)
}

/// A type `Test` of these fields.
pub fn object(fields: Vec<Field>) -> ObjectType {
    ObjectType { name: "Test", names: &["Test"], fields: fields.leak(), uncarried: &[], scale: None }
}

/// A field that must be there.
pub fn field(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, presence: Presence::Required }
}

/// A type of one field, `v`.
pub fn one(kind: Kind) -> ObjectType {
    object(vec![field("v", kind)])
}

/// A record of one field of a kind, inside others of its name, so many levels deep in all.
pub fn nested(name: &'static str, levels: usize) -> Kind {
    (1..levels).fold(Kind::Text, |inner, _| Kind::Record(vec![field(name, inner)].leak()))
}

/// 89 optional fields, from `f0` to `f88`; words of 64 bits hold no whole number of them.
pub fn wide(presence: Presence) -> ObjectType {
    let name = |at| -> &'static str { format!("f{at}").leak() };
    object((0..89).map(|at| Field { name: name(at), kind: Kind::Int32, presence }).collect())
}

/// The formats whose bodies the guard walks.
pub fn walked() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|format| format.rules() != Rules::Known)
}

/// Each of them with every object type that it carries.
fn everywhere(check: impl Fn(Format, ObjectType)) {
    for format in walked() {
        for known in OBJECT_TYPES.iter().filter(|known| known.carried(format).is_ok()) {
            check(format, *known);
        }
    }
}

#[test]
fn an_empty_body_is_refused_and_a_golden_passes() {
    everywhere(|format, object_type| {
        assert_eq!(verdict(format, object_type, b""), Err("the body is empty"));
        assert_eq!(verdict(format, object_type, object_type.golden(format)), Ok(()));
    });
}

#[test]
fn no_damage_to_a_golden_makes_the_guard_panic_or_outlives_its_body() {
    everywhere(|format, object_type| {
        let golden = object_type.golden(format);
        let mut guard = Guard::new(format, object_type);
        // Of a long one not every byte, which would take minutes.
        let step = golden.len() / 500 + 1;
        for end in (0..golden.len()).step_by(step) {
            assert!(guard.check(&golden[..end]).is_err(), "{format:?} {} cut at {end}", object_type.name);
        }
        for at in (0..golden.len()).step_by(step) {
            for byte in [0, 4, b'<', b'>', b'&', b'"', b'\\', b'{', b']', b'/', b'0', b'-', 0x7f, 0xef, 0xff] {
                let mut changed = golden.to_vec();
                changed[at] = byte;
                let _verdict = guard.check(&changed);
            }
        }
        assert_eq!(guard.check(golden), Ok(()), "whatever came before");
    });
}

#[test]
fn checking_allocates_nothing_whatever_the_body_is() {
    everywhere(|format, object_type| {
        let (golden, mut guard) = (object_type.golden(format), Guard::new(format, object_type));
        let mut bodies = vec![golden.to_vec(), b"{".repeat(100_000), vec![0xff; 1000]];
        bodies.extend((0..golden.len()).step_by(97).map(|end| golden[..end].to_vec()));
        bodies.push(golden.iter().map(|byte| byte ^ 1).collect());
        for body in bodies {
            let counted = allocation_counter::measure(|| drop(guard.check(&body)));
            assert_eq!(counted.count_total, 0, "{format:?} {}", object_type.name);
        }
    });
}

#[test]
fn what_the_table_says_is_told_from_what_the_format_says() {
    let mut guard = Guard::new(Format::Json, one(Kind::Int32));
    let mut is_of_the_table = |json: &str| guard.check(json.as_bytes()).unwrap_err().is_of_the_table();
    for json in ["{}", r#"{"v":1,"v":1}"#, r#"{"w":1}"#, r#"{"v":null}"#, r#"{"v":1.5}"#, r#"{"v":2147483648}"#, "[]"] {
        assert!(is_of_the_table(json), "{json}");
    }
    for json in ["", "\u{feff}{}", r#"{"v":-0}"#, r#"{"v":1}x"#, r#"{"\ud800":1}"#, r#"{"v" 1}"#] {
        assert!(!is_of_the_table(json), "{json}");
    }
}

#[test]
fn of_a_format_that_is_not_walked_just_the_known_bodies_pass_each_where_it_is_due() {
    let (first, second) = (b"\x0a\x01a".to_vec(), b"\x0a\x01b".to_vec());
    let says = |guard: &mut Guard, body: &[u8], variant| {
        let due = guard.check_due(body, variant).map_err(|broken| broken.to_string());
        (guard.check(body).is_ok(), due)
    };
    let refused = |at| Err(format!("it is not the body of the variant that is due (at byte {at})"));
    let mut guard = Guard::knowing(vec![first.clone(), second.clone()]);
    assert_eq!(says(&mut guard, &first, 0), (true, Ok(())));
    assert_eq!(says(&mut guard, &second, 1), (true, Ok(())));
    assert_eq!(says(&mut guard, &second, 0), (true, refused(2)), "another variant's");
    assert_eq!(says(&mut guard, &first, 2), (true, refused(0)), "of a variant that is not known");
    // Each says what the first says: a longer length, more behind it, a field twice, the end missing, nothing.
    for (body, at) in
        [(&b"\x0a\x81\x00a"[..], 1), (b"\x0a\x01a\x00", 3), (b"\x0a\x01a\x0a\x01a", 3), (b"\x0a\x01", 2), (b"", 0)]
    {
        assert_eq!(says(&mut guard, body, 0), (false, refused(at)), "{body:?}");
    }
    let counted = allocation_counter::measure(|| drop(guard.check_due(&second, 0)));
    assert_eq!(counted.count_total, 0);
    let known = Format::ALL.into_iter().find(|format| format.rules() == Rules::Known).unwrap();
    assert_eq!(
        says(&mut Guard::new(known, one(Kind::Text)), &first, 0),
        (false, refused(0)),
        "one that was told of no body"
    );
}
