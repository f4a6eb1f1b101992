//! Numbers as JSON and XML write them.

/// No number of the objects needs a third of them.
const MAX_BYTES: usize = 64;

/// What a number's spelling says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Digits, and a sign perhaps.
    Integer,
    /// One with `.`, `e` or `E`.
    Fraction,
}

/// Checks a number's whole text.
///
/// # Errors
/// The rule that it breaks.
pub fn check(text: &[u8]) -> Result<Number, &'static str> {
    const WRONG: &str = "a number is not one of RFC 8259";
    if text.len() > MAX_BYTES {
        return Err("a number is longer than 64 bytes");
    }
    let unsigned = text.strip_prefix(b"-").unwrap_or(text);
    let (whole, rest) = digits(unsigned);
    if whole == 0 || (whole > 1 && unsigned[0] == b'0') {
        return Err(WRONG);
    }
    let mut rest = rest;
    if let Some(decimals) = rest.strip_prefix(b".") {
        let (length, after) = digits(decimals);
        if length == 0 {
            return Err(WRONG);
        }
        rest = after;
    }
    let exponent = rest.strip_prefix(b"e").or(rest.strip_prefix(b"E"));
    if let Some(exponent) = exponent {
        let sign = exponent.strip_prefix(b"+").or(exponent.strip_prefix(b"-"));
        let (length, after) = digits(sign.unwrap_or(exponent));
        if length == 0 {
            return Err(WRONG);
        }
        rest = after;
    }
    if !rest.is_empty() {
        return Err(WRONG);
    }
    if text == b"-0" {
        return Err("a number is -0");
    }
    // Without an exponent so few bytes are always finite.
    if exponent.is_some() && !is_finite(text) {
        return Err("a number is too large for a double");
    }
    Ok(if unsigned.len() == whole { Number::Integer } else { Number::Fraction })
}

/// How many digits there are, and what follows them.
fn digits(text: &[u8]) -> (usize, &[u8]) {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (length, &text[length..])
}

fn is_finite(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.parse::<f64>().is_ok_and(f64::is_finite))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_rfc_8259_pass_and_say_what_they_are() {
        for text in ["0", "7", "10", "-1", "9223372036854775808"] {
            assert_eq!(check(text.as_bytes()), Ok(Number::Integer), "{text}");
        }
        for text in [
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
            assert_eq!(check(text.as_bytes()), Ok(Number::Fraction), "{text}");
        }
    }

    #[test]
    fn anything_else_is_none() {
        for text in [
            "", "-", "+1", "--1", "00", "01", "-01", ".5", "5.", "-.5", "1.e3", "1e", "1e+", "1e+-3", "1.5.5", "1e3e3",
            "1e3.5", "0x1", "1_000", "1f", " 1", "1 ", "NaN", "inf", "Infinity", "\u{0661}", "1-1", "-0",
        ] {
            assert!(check(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn sixty_four_bytes_pass_and_one_more_does_not() {
        assert_eq!(check(&[b'1'; 64]), Ok(Number::Integer));
        assert_eq!(check(&[b'1'; 65]), Err("a number is longer than 64 bytes"));
    }

    #[test]
    fn the_largest_double_passes_and_what_rounds_beyond_it_does_not() {
        // Halfway to the next power of two rounds up; just below it does not.
        assert!(check(b"1.797693134862315807e308").is_ok());
        assert_eq!(check(b"1.797693134862315808e308"), Err("a number is too large for a double"));
        assert!(check(b"1e309").is_err() && check(b"-1e309").is_err() && check(b"1e99999999999999999999").is_err());
    }
}
