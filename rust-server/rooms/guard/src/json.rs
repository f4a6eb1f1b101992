//! The guard's rules for JSON.

use super::class::Class;
use super::{Broken, MAX_DEPTH, broken, check_text, number};

/// What means nothing in a string.
static PLAIN: Class = Class::text_without(b"\"\\");
/// What a number is made of.
static NUMERIC: Class = Class::of(b"0123456789+-.eE");

/// Encoding, depth, strings and numbers; all else is the engine's to refuse.
pub fn check(body: &[u8]) -> Result<(), Broken> {
    check_text(body)?;
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(&byte) = body.get(at) {
        at = match byte {
            b'"' => end_of_string(body, at)?,
            b'{' | b'[' if depth == MAX_DEPTH => return broken("more than 64 levels are open", at),
            b'{' | b'[' => {
                depth += 1;
                at + 1
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                at + 1
            }
            b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E' => end_of_run(body, at)?,
            b'\t' | b'\n' | b'\r' | b' '.. => at + 1,
            _ => return broken("a control character", at),
        };
    }
    Ok(())
}

/// Checks a run of a number's bytes, and says where it ends. One that begins otherwise, such as the `e` of `true`, is no number.
fn end_of_run(body: &[u8], start: usize) -> Result<usize, Broken> {
    let end = start + NUMERIC.run(&body[start..]);
    if matches!(body[start], b'0'..=b'9' | b'-')
        && let Err(rule) = number::check(&body[start..end])
    {
        return broken(rule, start);
    }
    Ok(end)
}

/// Checks the string that opens at `start`, and says where what follows it begins.
fn end_of_string(body: &[u8], start: usize) -> Result<usize, Broken> {
    let mut at = start + 1;
    loop {
        at += PLAIN.run(body.get(at..).unwrap_or_default());
        match body.get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at = end_of_escape(body, at)?,
            Some(_) => return broken("a control character in a string", at),
            None => return broken("a string does not end", start),
        }
    }
}

/// Checks the escape at `at`, both of a pair of surrogates, and says where it ends.
fn end_of_escape(body: &[u8], at: usize) -> Result<usize, Broken> {
    match body.get(at + 1) {
        Some(b'u') => {}
        // Whatever it is, it closes no string; a control character is refused where the string goes on.
        Some(0..b' ') => return Ok(at + 1),
        _ => return Ok(at + 2),
    }
    match unit(body, at) {
        None => broken("four hexadecimal digits do not follow \\u", at),
        Some(0xd800..0xdc00) => match unit(body, at + 6) {
            Some(0xdc00..0xe000) => Ok(at + 12),
            _ => broken("a high surrogate stands without a low one", at),
        },
        Some(0xdc00..0xe000) => broken("a low surrogate stands without a high one", at),
        Some(_) => Ok(at + 6),
    }
}

/// The UTF-16 unit that the escape `\uXXXX` at `at` writes, if one is there.
fn unit(body: &[u8], at: usize) -> Option<u16> {
    let digits = body.get(at..at + 6)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0, |unit: u16, &digit| {
        let digit = char::from(digit).to_digit(16)?;
        Some((unit << 4) | u16::try_from(digit).ok()?)
    })
}

#[cfg(test)]
#[path = "json_tests.rs"]
mod tests;
