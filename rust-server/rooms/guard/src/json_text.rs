//! The guard's rules for what stands in a string of JSON: characters and escapes.

use super::text::{Utf8, below, equal, run};
use super::{Broken, broken};

/// A string between its quotes.
#[derive(Clone, Copy)]
pub struct Quoted {
    /// Where it begins.
    pub start: usize,
    /// Where its closing quote stands.
    pub end: usize,
    /// Whether a backslash stands in it.
    pub escaped: bool,
}

/// Checks the string whose opening quote stands at `at`.
pub fn string(body: &[u8], at: usize) -> Result<Quoted, Broken> {
    let start = at + 1;
    let (mut end, mut escaped) = (start, false);
    loop {
        end += run(&body[end..], |word| below(word, b' ') | equal(word, b'"') | equal(word, b'\\'));
        match body.get(end) {
            Some(b'"') => return Ok(Quoted { start, end, escaped }),
            Some(b'\\') => {
                end = end_of_escape(body, end)?;
                escaped = true;
            }
            Some(_) => return broken("a control character in a string", end),
            None => return broken("a string does not end", at),
        }
    }
}

/// Checks the escape at `at`, both of a pair of surrogates, and says where it ends.
fn end_of_escape(body: &[u8], at: usize) -> Result<usize, Broken> {
    match body.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => return Ok(at + 2),
        Some(b'u') => {}
        Some(_) => return broken("an escape is none of JSON", at),
        None => return broken("a string does not end", at),
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
fn unit(body: &[u8], at: usize) -> Option<u32> {
    let digits = body.get(at..at + 6)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0, |unit, &digit| Some((unit << 4) | char::from(digit).to_digit(16)?))
}

/// The character of the escape with which a checked text begins, and how long that is.
fn escape(text: &[u8]) -> Option<(char, usize)> {
    let character = match text.get(1)? {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let (high, low) = (unit(text, 0)?, unit(text, 6));
            return match (high, low) {
                (0xd800..0xdc00, Some(low @ 0xdc00..0xe000)) => {
                    Some((char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00))?, 12))
                }
                _ => Some((char::from_u32(high)?, 6)),
            };
        }
        &other => char::from(other),
    };
    Some((character, 2))
}

/// The UTF-8 bytes that a checked string stands for.
pub struct Unescaped<'a> {
    raw: &'a [u8],
    character: Utf8,
}

impl<'a> Unescaped<'a> {
    /// Of what stands between the quotes.
    pub const fn of(raw: &'a [u8]) -> Self {
        Self { raw, character: Utf8::NONE }
    }
}

impl Iterator for Unescaped<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if let Some(byte) = self.character.next() {
            return Some(byte);
        }
        match self.raw {
            [b'\\', ..] => {
                let (character, length) = escape(self.raw)?;
                self.character = Utf8::of(character);
                self.raw = &self.raw[length..];
                self.character.next()
            }
            [byte, rest @ ..] => {
                self.raw = rest;
                Some(*byte)
            }
            [] => None,
        }
    }
}
