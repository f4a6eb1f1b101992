//! Each rule of the guard for BSON, kept and broken.

use super::check;

/// A document around elements.
fn document(elements: &[u8]) -> Vec<u8> {
    let length = i32::try_from(elements.len() + 5).unwrap();
    [&length.to_le_bytes(), elements, b"\0"].concat()
}

/// A document with one element of this type and value, named `a`.
fn with(kind: u8, value: &[u8]) -> Vec<u8> {
    document(&[&[kind], b"a\0".as_slice(), value].concat())
}

fn nested(levels: usize) -> Vec<u8> {
    (1..levels).fold(document(b""), |inner, _| with(3, &inner))
}

fn passes(body: &[u8]) -> bool {
    check(body).is_ok()
}

#[test]
fn passes_64_documents_and_refuses_65_and_a_bomb() {
    assert!(passes(&nested(64)));
    assert!(!passes(&nested(65)));
    assert!(!passes(&nested(1750)));
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
    assert!(passes(&document(b"\x0a\xc3\xa9\0")));
    assert!(!passes(&document(b"\x0a\xff\0")));
    assert!(!passes(&document(b"\x0aabc")));
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
fn binaries_fit() {
    assert!(passes(&with(5, b"\x02\0\0\0\x00ab")));
    assert!(passes(&with(5, b"\0\0\0\0\x00")));
    for value in [b"\x03\0\0\0\x00ab".as_slice(), b"\xff\xff\xff\x7f\x00ab", b"\xfb\xff\xff\xff\x00ab", b"\0\0\0\0"] {
        assert!(!passes(&with(5, value)), "{value:?}");
    }
}

#[test]
fn fixed_widths_are_kept() {
    for (kind, width) in [
        (0x01, 8),
        (0x07, 12),
        (0x08, 1),
        (0x09, 8),
        (0x0a, 0),
        (0x10, 4),
        (0x11, 8),
        (0x12, 8),
        (0x13, 16),
        (0xff, 0),
        (0x7f, 0),
    ] {
        assert!(passes(&with(kind, &vec![1; width])), "{kind:#x}");
        if width > 0 {
            assert!(!passes(&with(kind, &vec![1; width - 1])), "{kind:#x} cut");
        }
        assert!(!passes(&with(kind, &[vec![0; width], vec![0]].concat())), "{kind:#x} with a byte more");
    }
    assert!(!passes(&with(8, &[2])), "a boolean is 0 or 1");
}

#[test]
fn types_that_carry_code_or_are_unknown_are_refused() {
    let long = [&24_i32.to_le_bytes(), b"\x02\0\0\0a\0".as_slice(), &[0; 32]].concat();
    for kind in (0x01..=0xff_u8)
        .filter(|kind| ![1, 2, 3, 4, 5, 7, 8, 9, 0x0a, 0x10, 0x11, 0x12, 0x13, 0xff, 0x7f].contains(kind))
    {
        let why = check(&with(kind, &long)).expect_err("refused").to_string();
        assert!(why.contains("type is not allowed"), "{kind:#x}: {why}");
    }
}
