//! Each rule of the guard for JSON, kept and broken.

use super::check;

fn nested(levels: usize) -> Vec<u8> {
    [b"[".repeat(levels), b"]".repeat(levels)].concat()
}

fn passes(text: &str) -> bool {
    check(text.as_bytes()).is_ok()
}

#[test]
fn passes_64_levels_and_refuses_65() {
    assert!(check(&nested(64)).is_ok());
    assert!(check(&nested(65)).is_err());
    assert!(check(&nested(100_000)).is_err());
    assert!(check(&b"{\"a\":".repeat(64)).is_ok());
    assert!(check(&b"{\"a\":".repeat(65)).is_err());
    assert!(check(&b"[]".repeat(1000)).is_ok(), "levels that closed do not count");
}

#[test]
fn closing_what_is_not_open_buys_no_depth() {
    assert!(check(&[b"]]".as_slice(), &nested(65)].concat()).is_err());
}

#[test]
fn brackets_in_strings_do_not_count() {
    let text = "[".repeat(100);
    assert!(passes(&format!("\"{text}\"")));
    assert!(passes(&format!(r#""\"{text}""#)), "an escaped quote closes nothing");
    assert!(!passes(&format!(r#""\\"{text}"#)), "an escaped backslash escapes nothing");
}

#[test]
fn refuses_what_is_not_utf_8_anywhere_and_a_byte_order_mark() {
    assert!(check(b"{\"x\":\"\xff\"}").is_err());
    assert!(check(b"\xef\xbb\xbf{}").is_err());
    assert!(passes("{\"x\":\"\u{feff}\"}"), "elsewhere it is a character");
    assert!(check(b"\xff\xfe{\0}\0").is_err());
    assert!(check(b"{\0}\0").is_err(), "UTF-16 without a mark is full of NUL");
}

#[test]
fn control_characters_stand_nowhere_but_three_outside_strings() {
    for byte in 0..b' ' {
        let (outside, inside, escaped) = ([b' ', byte, b'1'], [b'"', byte, b'"'], [b'"', b'\\', byte, b'"']);
        assert_eq!(check(&outside).is_ok(), b"\t\n\r".contains(&byte), "{byte:#x}");
        assert!(check(&inside).is_err() && check(&escaped).is_err(), "{byte:#x}");
    }
    assert!(passes("\"\u{7f}\u{80}\u{2028}\""), "others may");
}

#[test]
fn strings_end() {
    for text in ["\"open", "\"", "\"\\", "\"\\\"", "{\"a\":\"b}"] {
        assert!(!passes(text), "{text}");
    }
    assert!(passes(r#""\q \é""#), "what an escape may be is the engine's to say");
}

#[test]
fn escapes_of_units_have_four_digits_and_surrogates_come_in_pairs() {
    for text in [
        r"\u0041",
        r"\uabCD",
        r"\u0000",
        r"\ud83d\ude00",
        r"\uD83D\uDE00x",
        r"\ud800\udc00",
        r"\udbff\udfff",
        r"\ud7ff\ue000",
        r"\\ud83d",
    ] {
        assert!(passes(&format!("\"{text}\"")), "{text}");
    }
    for text in [
        r"\u",
        r"\u004",
        r"\u00g0",
        r"\u+041",
        r"\U0041\u",
        r"\ud83d",
        r"\ud83dx",
        r"\ud83d\n",
        r"\ud83d\u0041",
        r"\ud83d\ud83d",
        r"\ude00",
        r"\ude00\ud83d",
        r"\ud83d\\ude00",
        r"\ud83d\ude0",
        r"\udbff",
        r"\udfff",
    ] {
        assert!(!passes(&format!("\"{text}\"")), "{text}");
    }
    assert!(!passes(r#"{"\ud83d":1}"#), "in a name too");
}

#[test]
fn numbers_outside_strings_are_numbers_of_rfc_8259() {
    for text in ["[0,-1,1.5,2e3]", "true", "false", "[true,1]", "\"01\"", "-1", "1"] {
        assert!(passes(text), "{text}");
    }
    for text in ["01", "[1,.5,01]", "1.", "--1", "-", "1e400", "-0", "{\"a\":-}", "1e5e", "-e"] {
        assert!(!passes(text), "{text}");
    }
    assert!(passes(&"1".repeat(64)));
    assert!(!passes(&"1".repeat(65)));
}

#[test]
fn leaves_the_rest_to_the_engine() {
    for text in ["{]", ".5", "+1", "e01", "[1 2]", "1a", "'x'", "// 1", "nul"] {
        assert!(passes(text), "{text}");
    }
}
