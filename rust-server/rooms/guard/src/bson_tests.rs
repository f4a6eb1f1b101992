//! Each rule of the guard for BSON, kept and broken.

use super::{Broken, check};
use testbed_objects::{DummyObject, LogLine, Object};

/// What is said of it as an object none of whose fields may be null.
fn verdict(body: &[u8]) -> Result<(), Broken> {
    check(DummyObject::TYPE, body)
}

/// A document around elements.
fn document(elements: &[u8]) -> Vec<u8> {
    let length = i32::try_from(elements.len() + 5).unwrap();
    [&length.to_le_bytes(), elements, b"\0"].concat()
}

/// A document with one element of this type and value, named `a`.
fn with(kind: u8, value: &[u8]) -> Vec<u8> {
    document(&[&[kind], b"a\0".as_slice(), value].concat())
}

/// The same documents as `with` around itself so often, but made in linear time.
fn nested(levels: usize) -> Vec<u8> {
    let length = |levels: usize| i32::try_from(8 * levels - 3).unwrap().to_le_bytes();
    let heads: Vec<u8> =
        (2..=levels).rev().flat_map(|levels| [length(levels).as_slice(), b"\x03a\0"].concat()).collect();
    [heads.as_slice(), &length(1), &vec![0; levels]].concat()
}

fn passes(body: &[u8]) -> bool {
    verdict(body).is_ok()
}

#[test]
fn passes_64_documents_and_refuses_65_and_a_bomb() {
    assert_eq!(nested(3), with(3, &with(3, &document(b""))));
    assert!(passes(&nested(64)));
    assert!(!passes(&nested(65)));
    assert!(!passes(&nested(1750)));
    assert!(!passes(&nested(100_000)));
    let siblings: Vec<u8> = (0..100).flat_map(|_| [b"\x03a\0".as_slice(), &document(b"")].concat()).collect();
    assert!(passes(&document(&siblings)), "documents that closed do not count");
}

#[test]
fn the_declared_length_is_the_bodys() {
    assert!(passes(&document(b"")));
    for body in [
        b"\0".as_slice(),
        b"\x05\0\0\0",
        b"\x05\0\0\0\0\0",
        b"\x06\0\0\0\0",
        b"\x04\0\0\0",
        b"\xff\xff\xff\xff\0",
        b"\x05\0\0\0\x01",
    ] {
        assert!(!passes(body), "{body:?}");
    }
}

#[test]
fn a_nested_length_lies_inside_and_ends_in_nul_where_the_elements_end() {
    assert!(passes(&with(4, &document(b""))));
    assert!(!passes(&with(3, b"\x04\0\0\0\0")), "too short");
    assert!(!passes(&with(3, b"\x06\0\0\0\0")), "over the parent's terminator");
    assert!(!passes(&with(3, b"\xff\xff\xff\x7f\0")), "over the body");
    assert!(!passes(&with(3, b"\x06\0\0\0\0\0")), "elements end before the length");
    assert!(!passes(&with(3, b"\x05\0\0\0\x01")), "no NUL");
    assert!(!passes(&with(3, b"\x05\0")), "no room for a length");
}

#[test]
fn names_end_and_are_utf_8() {
    assert!(passes(&document(b"\x08\xc3\xa9\0\x01")));
    assert!(passes(&document(b"\x08\0\x01")), "an empty name is one");
    assert!(!passes(&document(b"\x08\xff\0\x01")));
    assert!(!passes(&document(b"\x08abc")));
}

#[test]
fn strings_fit_are_utf_8_and_end_in_nul() {
    assert!(passes(&with(2, b"\x03\0\0\0\xc3\xa9\0")));
    assert!(passes(&with(2, b"\x02\0\0\0\0\0")), "NUL is a character");
    for value in [
        b"\0\0\0\0".as_slice(),
        b"\x02\0\0\0\xff\0",
        b"\x02\0\0\0ab",
        b"\x04\0\0\0a\0",
        b"\xff\xff\xff\xff\0",
        b"\xff\xff\xff\x7fa\0",
        b"\x01\0",
    ] {
        assert!(!passes(&with(2, value)), "{value:?}");
    }
}

#[test]
fn fixed_widths_are_kept() {
    for (kind, width) in [(0x01, 8), (0x08, 1), (0x10, 4), (0x12, 8)] {
        assert!(passes(&with(kind, &vec![1; width])), "{kind:#x}");
        assert!(!passes(&with(kind, &vec![1; width - 1])), "{kind:#x} cut");
        assert!(!passes(&with(kind, &[vec![0; width], vec![0]].concat())), "{kind:#x} with a byte more");
    }
    assert!(passes(&with(8, &[0])) && !passes(&with(8, &[2])), "a boolean is 0 or 1");
}

#[test]
fn doubles_are_finite() {
    for double in [0.0, -0.0, 5e-324, f64::MAX, f64::MIN] {
        assert!(passes(&with(1, &double.to_le_bytes())), "{double}");
    }
    for double in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -f64::NAN] {
        assert!(!passes(&with(1, &double.to_le_bytes())), "{double}");
    }
}

#[test]
fn every_other_type_is_refused_whatever_follows() {
    let long = [&24_i32.to_le_bytes(), b"\x02\0\0\0a\0".as_slice(), &[0; 32]].concat();
    for kind in (0x01..=0xff_u8).filter(|kind| ![1, 2, 3, 4, 8, 0x10, 0x12].contains(kind)) {
        for value in [long.as_slice(), &[], &[0; 8], &[0; 16]] {
            let why = verdict(&with(kind, value)).expect_err("refused").to_string();
            assert!(why.contains("type is not allowed"), "{kind:#x}: {why}");
        }
    }
}

#[test]
fn a_length_of_two_gigabytes_in_27_bytes_is_refused() {
    let body = with(5, &[&i32::MAX.to_le_bytes(), [0; 15].as_slice()].concat());
    assert_eq!(body.len(), 27);
    assert!(!passes(&body));
    assert!(!passes(&with(2, &[&i32::MAX.to_le_bytes(), [0; 15].as_slice()].concat())), "of a string too");
}

#[test]
fn null_is_allowed_where_a_field_of_the_type_may_be_null() {
    assert!(check(LogLine::TYPE, &with(0x0a, b"")).is_ok());
    assert!(check(LogLine::TYPE, &with(0x0a, b"\0")).is_err(), "and has no bytes");
    assert!(verdict(&with(0x0a, b"")).is_err());
    assert!(check(LogLine::TYPE, &with(0x06, b"")).is_err(), "undefined is not null");
}
