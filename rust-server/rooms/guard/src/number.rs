//! Numbers as JSON and XML write them.

use super::rule;
use super::text::{below, from, run};

/// No number of the objects needs a third of them.
const MAX_BYTES: usize = 64;

/// What is said of any other spelling.
pub const WRONG: &str = "a number is not one of RFC 8259";
const LONG: &str = "a number is longer than 64 bytes";
const MINUS_ZERO: &str = "a number is -0";

/// The last integers of a width, both ways, without their signs.
pub struct Width {
    largest: &'static [u8],
    smallest: &'static [u8],
}

/// Those of 32 bits.
pub const INT32: Width = Width { largest: b"2147483647", smallest: b"2147483648" };
/// Those of 64 bits.
pub const INT64: Width = Width { largest: b"9223372036854775807", smallest: b"9223372036854775808" };

/// How long the integer is with which `text` begins.
///
/// # Errors
/// The rule that it breaks.
pub fn integer(text: &[u8], width: &Width) -> Result<usize, &'static str> {
    let negative = text.first() == Some(&b'-');
    let start = usize::from(negative);
    let end = digits(text, start)?;
    let digits = &text[start..end];
    if digits.len() > 1 && digits[0] == b'0' {
        return Err(WRONG);
    }
    match text.get(end) {
        Some(b'.' | b'e' | b'E') => return double(text).and(Err(rule::FRACTION)),
        Some(b'+' | b'-') => return Err(WRONG),
        _ => {}
    }
    if end > MAX_BYTES {
        return Err(LONG);
    }
    let last = if negative { width.smallest } else { width.largest };
    // Of as many digits the larger number is the later text.
    if digits.len() > last.len() || (digits.len() == last.len() && digits > last) {
        return Err(rule::RANGE);
    }
    if negative && digits == b"0" { Err(MINUS_ZERO) } else { Ok(end) }
}

/// How long the number is with which `text` begins.
///
/// # Errors
/// The rule that it breaks.
pub fn double(text: &[u8]) -> Result<usize, &'static str> {
    let start = usize::from(text.first() == Some(&b'-'));
    let whole = digits(text, start)?;
    if whole > start + 1 && text[start] == b'0' {
        return Err(WRONG);
    }
    let mut end = whole;
    if text.get(end) == Some(&b'.') {
        end = digits(text, end + 1)?;
    }
    let exponent = matches!(text.get(end), Some(b'e' | b'E'));
    if exponent {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        end = digits(text, end + 1 + sign)?;
    }
    if matches!(text.get(end), Some(b'+' | b'-' | b'.' | b'e' | b'E')) {
        return Err(WRONG);
    }
    if end > MAX_BYTES {
        return Err(LONG);
    }
    if &text[..end] == b"-0" {
        return Err(MINUS_ZERO);
    }
    // Without an exponent so few bytes are always finite.
    if exponent && !is_finite(&text[..end]) { Err("a number is too large for a double") } else { Ok(end) }
}

/// Where the digits end that begin at `at`, of which there must be one.
fn digits(text: &[u8], at: usize) -> Result<usize, &'static str> {
    let end = at + run(text.get(at..).unwrap_or_default(), |word| below(word, b'0') | from(word, b'9' + 1));
    if end == at { Err(WRONG) } else { Ok(end) }
}

fn is_finite(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.parse::<f64>().is_ok_and(f64::is_finite))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_rfc_8259_are_doubles() {
        for text in [
            "0",
            "7",
            "10",
            "-1",
            "9223372036854775808",
            "0.0",
            "-0.0",
            "-0e0",
            "1.50",
            "1e3",
            "1E+3",
            "1e-3",
            "0.1e00",
            "1.7976931348623157e308",
            "5e-324",
            "1e-999",
        ] {
            assert_eq!(double(text.as_bytes()), Ok(text.len()), "{text}");
            assert_eq!(double(format!("{text},").as_bytes()), Ok(text.len()), "{text}");
        }
    }

    #[test]
    fn anything_else_is_none() {
        for text in [
            "", "-", "+1", "--1", "00", "01", "-01", ".5", "5.", "-.5", "1.e3", "1e", "1e+", "1e+-3", "1.5.5", "1e3e3",
            "1e3.5", "NaN", "inf", "Infinity", "\u{0661}", "1-1", "1+", "1.5-", "1e3+", "-0",
        ] {
            assert!(double(text.as_bytes()).is_err(), "{text}");
            assert!(integer(text.as_bytes(), &INT64).is_err(), "{text}");
        }
    }

    #[test]
    fn integers_keep_their_range_and_have_neither_fraction_nor_exponent() {
        for (text, width) in [
            ("0", &INT32),
            ("2147483647", &INT32),
            ("-2147483648", &INT32),
            ("9223372036854775807", &INT64),
            ("-9223372036854775808", &INT64),
        ] {
            assert_eq!(integer(text.as_bytes(), width), Ok(text.len()), "{text}");
            assert_eq!(integer(format!("{text}<").as_bytes(), width), Ok(text.len()), "{text}");
        }
        for (text, width) in [
            ("2147483648", &INT32),
            ("-2147483649", &INT32),
            ("9223372036854775808", &INT64),
            ("-9223372036854775809", &INT64),
            ("9999999999999999999", &INT64),
            ("18446744073709551616", &INT64),
            ("1000000000000000000000000000000000000000000000000000000000000000", &INT64),
        ] {
            assert_eq!(integer(text.as_bytes(), width), Err(rule::RANGE), "{text}");
        }
        for text in ["29.0", "1e3", "-0.0", "0E0"] {
            assert_eq!(integer(text.as_bytes(), &INT64), Err(rule::FRACTION), "{text}");
        }
        assert_eq!(integer(b"1.", &INT64), Err(WRONG));
        assert_eq!(integer(b"-0", &INT64), Err(MINUS_ZERO));
    }

    #[test]
    fn sixty_four_bytes_pass_and_one_more_does_not() {
        assert_eq!(double(&[b'1'; 64]), Ok(64));
        for read in [double, |text: &[u8]| integer(text, &INT64)] {
            assert_eq!(read(&[b'1'; 65]), Err(LONG));
        }
        assert_eq!(double(format!("0.{}", "1".repeat(62)).as_bytes()), Ok(64));
        assert_eq!(double(format!("0.{}", "1".repeat(63)).as_bytes()), Err(LONG));
    }

    #[test]
    fn the_largest_double_passes_and_what_rounds_beyond_it_does_not() {
        // Halfway to the next power of two rounds up; just below it does not.
        assert!(double(b"1.797693134862315807e308").is_ok());
        for text in ["1.797693134862315808e308", "1e309", "-1e309", "1e99999999999999999999"] {
            assert_eq!(double(text.as_bytes()), Err("a number is too large for a double"), "{text}");
        }
    }
}
