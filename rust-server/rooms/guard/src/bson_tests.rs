//! Each rule of the guard for BSON, kept and broken.

use crate::rule;
use crate::tests::{nested, object, one, verdict, wide};
use testbed_contract::Format;
use testbed_objects::{Field, Kind, ObjectType, Presence};

const PASSES: Result<(), &str> = Ok(());

fn says(object_type: ObjectType, body: &[u8]) -> Result<(), &'static str> {
    verdict(Format::Bson, object_type, body)
}

/// A document around elements.
fn document(elements: &[u8]) -> Vec<u8> {
    let length = i32::try_from(elements.len() + 5).unwrap();
    [&length.to_le_bytes(), elements, b"\0"].concat()
}

/// An element of this type, name and value.
fn element(kind: u8, name: &str, value: &[u8]) -> Vec<u8> {
    [&[kind], name.as_bytes(), b"\0", value].concat()
}

/// What is said of a field's value of this kind: its type and its bytes.
fn value(of: Kind, kind: u8, bytes: &[u8]) -> Result<(), &'static str> {
    says(one(of), &document(&element(kind, "v", bytes)))
}

fn string(text: &str) -> Vec<u8> {
    [&i32::try_from(text.len() + 1).unwrap().to_le_bytes(), text.as_bytes(), b"\0"].concat()
}

/// What is said of elements of a document of three fields, `a` an int32, `b` an optional and `c` a nullable one.
fn fields(elements: &[(u8, &str)]) -> Result<(), &'static str> {
    let fields = [("a", Presence::Required), ("b", Presence::Optional), ("c", Presence::Nullable)];
    let fields = fields.map(|(name, presence)| Field { name, kind: Kind::Int32, presence });
    let bytes = |kind: u8| if kind == 0x10 { vec![1, 0, 0, 0] } else { Vec::new() };
    let elements: Vec<_> = elements.iter().flat_map(|(kind, name)| element(*kind, name, &bytes(*kind))).collect();
    says(object(fields.to_vec()), &document(&elements))
}

#[test]
fn a_record_has_its_fields_in_any_order() {
    for elements in [
        [(0x10, "a"), (0x10, "b"), (0x10, "c")].as_slice(),
        &[(0x10, "c"), (0x10, "b"), (0x10, "a")],
        &[(0x10, "a"), (0x0a, "c")],
        &[(0x0a, "c"), (0x10, "a")],
    ] {
        assert_eq!(fields(elements), PASSES, "{elements:?}");
    }
    for (elements, rule) in [
        ([(0x10, "a")].as_slice(), rule::MISSING),
        (&[(0x10, "c")], rule::MISSING),
        (&[], rule::MISSING),
        (&[(0x10, "a"), (0x10, "a"), (0x10, "c")], rule::TWICE),
        (&[(0x10, "a"), (0x0a, "c"), (0x0a, "c")], rule::TWICE),
        (&[(0x10, "a"), (0x10, "c"), (0x10, "d")], rule::UNKNOWN),
        (&[(0x10, "a"), (0x10, "c"), (0x10, "")], rule::UNKNOWN),
        (&[(0x10, "a"), (0x10, "c"), (0x10, "aa")], rule::UNKNOWN),
        (&[(0x0a, "a"), (0x10, "c")], rule::NULL),
        (&[(0x10, "a"), (0x0a, "b"), (0x10, "c")], rule::NULL),
    ] {
        assert_eq!(fields(elements), Err(rule), "{elements:?}");
    }
}

#[test]
fn an_absent_list_is_missing() {
    assert_eq!(value(Kind::List(&Kind::Text), 4, &document(b"")), PASSES);
    assert_eq!(says(one(Kind::List(&Kind::Text)), &document(b"")), Err(rule::MISSING));
}

#[test]
fn more_fields_than_a_word_has_bits_are_told_apart() {
    let all = |numbers: &[usize]| {
        let fields: Vec<_> = numbers.iter().flat_map(|at| element(0x10, &format!("f{at}"), &[0; 4])).collect();
        says(wide(Presence::Required), &document(&fields))
    };
    let numbers: Vec<_> = (0..89).collect();
    assert_eq!(all(&numbers), PASSES);
    assert_eq!(all(&numbers.iter().rev().copied().collect::<Vec<_>>()), PASSES);
    for at in [0, 1, 62, 63, 64, 65, 88] {
        let others: Vec<_> = numbers.iter().copied().filter(|&other| other != at).collect();
        assert_eq!(all(&others), Err(rule::MISSING), "{at}");
        assert_eq!(all(&[others, vec![at, at]].concat()), Err(rule::TWICE), "{at}");
    }
}

#[test]
fn each_kind_is_of_its_types() {
    let (empty, one, text) = (document(b""), document(&element(0x10, "v", &[1, 0, 0, 0])), string("x"));
    let values: [(u8, &[u8]); 9] = [
        (1, &[0; 8]),
        (2, &text),
        (3, &empty),
        (3, &one),
        (4, &empty),
        (8, &[1]),
        (0x0a, b""),
        (0x10, &[1, 0, 0, 0]),
        (0x12, &[1, 0, 0, 0, 0, 0, 0, 0]),
    ];
    let record = Kind::Record(&[Field { name: "v", kind: Kind::Int32, presence: Presence::Required }]);
    for (kind, types, rule) in [
        (Kind::Text, [2].as_slice(), rule::TEXT),
        (Kind::Choice(&["x"]), &[2], rule::TEXT),
        (Kind::Int32, &[0x10, 0x12], rule::INTEGER),
        (Kind::Int64, &[0x10, 0x12], rule::INTEGER),
        (Kind::Double, &[1, 0x10, 0x12], rule::NUMBER),
        (Kind::Boolean, &[8], rule::BOOLEAN),
        (Kind::List(&Kind::Int32), &[4], rule::LIST),
        (Kind::Map(&Kind::Int32), &[3], rule::MAP),
        (record, &[3], rule::RECORD),
    ] {
        for (at, (code, bytes)) in values.iter().enumerate() {
            let expected = match code {
                0x0a => Err(rule::NULL),
                code if !types.contains(code) => Err(rule),
                3 if kind == record && at == 2 => Err(rule::MISSING),
                _ => PASSES,
            };
            assert_eq!(value(kind, *code, bytes), expected, "{kind:?} {code:#x}");
        }
    }
    assert_eq!(value(Kind::Choice(&["y"]), 2, &text), Err(rule::CHOICE));
}

#[test]
fn integers_keep_their_width() {
    for (number, says) in [
        (i64::from(i32::MAX), PASSES),
        (i64::from(i32::MIN), PASSES),
        (i64::from(i32::MAX) + 1, Err(rule::RANGE)),
        (i64::from(i32::MIN) - 1, Err(rule::RANGE)),
    ] {
        assert_eq!(value(Kind::Int32, 0x12, &number.to_le_bytes()), says, "{number}");
        assert_eq!(value(Kind::Int64, 0x12, &number.to_le_bytes()), PASSES, "{number}");
    }
}

#[test]
fn every_other_type_is_refused_whatever_follows() {
    let long = [&24_i32.to_le_bytes(), b"\x02\0\0\0a\0".as_slice(), &[0; 32]].concat();
    for kind in (0x01..=0xff_u8).filter(|kind| ![1, 2, 3, 4, 8, 0x0a, 0x10, 0x12].contains(kind)) {
        for bytes in [long.as_slice(), &[], &[0; 8], &[0; 16]] {
            assert_eq!(value(Kind::Text, kind, bytes), Err("the element's type is not allowed"), "{kind:#x}");
        }
    }
}

#[test]
fn the_declared_length_is_the_bodys() {
    let empty = object(vec![Field { name: "v", kind: Kind::Text, presence: Presence::Optional }]);
    assert_eq!(says(empty, &document(b"")), PASSES);
    for body in [
        b"\0".as_slice(),
        b"\x05\0\0\0",
        b"\x05\0\0\0\0\0",
        b"\x06\0\0\0\0",
        b"\x04\0\0\0",
        b"\xff\xff\xff\xff\0",
        b"\x05\0\0\0\x01",
    ] {
        assert!(says(empty, body).is_err(), "{body:?}");
    }
}

#[test]
fn a_nested_length_lies_inside_and_ends_in_nul_where_the_elements_end() {
    for (kind, code) in [(Kind::List(&Kind::Text), 4), (Kind::Map(&Kind::Text), 3)] {
        assert_eq!(value(kind, code, &document(b"")), PASSES);
        for (bytes, why) in [
            (b"\x04\0\0\0\0".as_slice(), "too short"),
            (b"\x06\0\0\0\0", "over the parent's terminator"),
            (b"\xff\xff\xff\x7f\0", "over the body"),
            (b"\x06\0\0\0\0\0", "elements end before the length"),
            (b"\x05\0\0\0\x01", "no NUL"),
            (b"\x05\0", "no room for a length"),
        ] {
            assert!(value(kind, code, bytes).is_err(), "{why}");
        }
    }
}

#[test]
fn names_end_and_are_utf_8_and_those_of_a_list_mean_nothing() {
    let (list, texts) = (Kind::List(&Kind::Boolean), Kind::Map(&Kind::Boolean));
    for (kind, code) in [(list, 4), (texts, 3)] {
        assert_eq!(value(kind, code, &document(b"\x08\xc3\xa9\0\x01")), PASSES);
        assert_eq!(value(kind, code, &document(b"\x08\0\x01")), PASSES, "an empty name is one");
        assert_eq!(value(kind, code, &document(b"\x08\xff\0\x01")), Err("a name or string is not UTF-8"));
        assert_eq!(value(kind, code, &document(b"\x08abc")), Err("an element's name does not end"));
    }
    let twice = document(b"\x08a\0\x01\x08a\0\x01");
    assert_eq!((value(list, 4, &twice), value(texts, 3, &twice)), (PASSES, Err(rule::KEY_TWICE)));
    assert_eq!(value(texts, 3, &document(b"\x08\\u0061\0\x01\x08a\0\x01")), PASSES, "no escapes");
    assert_eq!(says(one(Kind::Boolean), &document(b"\x08v")), Err("an element's name does not end"));
}

#[test]
fn a_map_that_closed_is_forgotten() {
    let (a, b) = (element(3, "a", &document(b"\x08b\0\x01")), element(3, "b", &document(b"\x08a\0\x01\x08b\0\x01")));
    let maps = |maps: &[Vec<u8>]| value(Kind::Map(&Kind::Map(&Kind::Boolean)), 3, &document(&maps.concat()));
    assert_eq!(maps(&[a.clone(), b.clone()]), PASSES);
    assert_eq!(maps(&[a.clone(), b, a]), Err(rule::KEY_TWICE));
}

#[test]
fn strings_fit_are_utf_8_and_end_in_nul() {
    assert_eq!(value(Kind::Text, 2, b"\x03\0\0\0\xc3\xa9\0"), PASSES);
    assert_eq!(value(Kind::Text, 2, b"\x02\0\0\0\0\0"), PASSES, "NUL is a character");
    for bytes in [
        b"\0\0\0\0".as_slice(),
        b"\x02\0\0\0\xff\0",
        b"\x02\0\0\0ab",
        b"\x04\0\0\0a\0",
        b"\xff\xff\xff\xff\0",
        b"\xff\xff\xff\x7fa\0",
        b"\x01\0",
    ] {
        assert!(value(Kind::Text, 2, bytes).is_err(), "{bytes:?}");
    }
}

#[test]
fn fixed_widths_are_kept() {
    for (of, kind, width) in
        [(Kind::Double, 1, 8), (Kind::Boolean, 8, 1), (Kind::Int32, 0x10, 4), (Kind::Int64, 0x12, 8)]
    {
        assert_eq!(value(of, kind, &vec![0; width]), PASSES, "{kind:#x}");
        assert!(value(of, kind, &vec![0; width - 1]).is_err(), "{kind:#x} cut");
        assert!(value(of, kind, &vec![0; width + 1]).is_err(), "{kind:#x} with a byte more");
    }
    assert_eq!(value(Kind::Boolean, 8, &[2]), Err("a boolean is neither 0 nor 1"));
}

#[test]
fn doubles_are_finite() {
    for double in [0.0, -0.0, 5e-324, f64::MAX, f64::MIN] {
        assert_eq!(value(Kind::Double, 1, &double.to_le_bytes()), PASSES, "{double}");
    }
    for double in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -f64::NAN] {
        assert_eq!(value(Kind::Double, 1, &double.to_le_bytes()), Err("a double is not finite"), "{double}");
    }
}

#[test]
fn as_many_keys_are_known_as_there_is_room_for() {
    let keys = |count: usize| {
        let keys: Vec<_> = (0..count).flat_map(|key| element(8, &key.to_string(), &[1])).collect();
        value(Kind::Map(&Kind::Boolean), 3, &document(&keys))
    };
    assert_eq!((keys(4096), keys(4097).is_ok(), keys(65_536).is_ok()), (PASSES, false, false));
}

#[test]
fn attacks_are_refused_at_once() {
    let body = |elements: &[u8]| says(one(Kind::Text), &document(elements));
    let binary = element(5, "v", &[&i32::MAX.to_le_bytes(), [0; 15].as_slice()].concat());
    assert_eq!(body(&binary), Err("the element's type is not allowed"), "two gigabytes in 27 bytes");
    let long = element(2, "v", &[&i32::MAX.to_le_bytes(), [0; 15].as_slice()].concat());
    assert_eq!(body(&long), Err("a string's declared length does not fit"));
    assert_eq!(body(&element(8, &"x".repeat(65_536), &[1])), Err(rule::UNKNOWN));
    // Documents inside each other, made in linear time.
    let levels = |levels: usize| {
        let length = |left: usize| i32::try_from(8 * left - 3).unwrap().to_le_bytes();
        let heads = (2..=levels).rev().flat_map(|left| [length(left).as_slice(), b"\x03v\0"].concat());
        [heads.collect(), length(1).to_vec(), vec![0; levels]].concat()
    };
    let Kind::Record(fields) = nested("v", 65) else { unreachable!("it is a record") };
    for (count, rule) in
        [(3, rule::MISSING), (64, rule::MISSING), (65, rule::TEXT), (1750, rule::TEXT), (100_000, rule::TEXT)]
    {
        assert_eq!(says(object(fields.to_vec()), &levels(count)), Err(rule), "{count}");
    }
}
