//! The guard's rules for what XML is made of: names, characters, references to them.

use super::text::{Utf8, below, equal, run};
use super::{Broken, broken};

/// `&#x`, 8 digits, `;`
const LONGEST_REFERENCE: usize = 12;

/// How long the name is with which `text` begins: a letter or `_`, then letters, digits, `_`, `-`, `.`; 0 where there is none.
pub fn name_length(text: &[u8]) -> usize {
    if !text.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_') {
        return 0;
    }
    text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(byte)).count()
}

/// Where the text ends that begins at `start`: at the next tag.
pub fn end_of_text(body: &[u8], start: usize) -> Result<usize, Broken> {
    let mut at = start;
    loop {
        // U+FFFE and U+FFFF begin with 0xef.
        at += run(&body[at..], |word| {
            below(word, b' ') | equal(word, b'<') | equal(word, b'&') | equal(word, b'>') | equal(word, 0xef)
        });
        at += match &body[at..] {
            [b'<', ..] => return Ok(at),
            [b'&', ..] => end_of_reference(&body[at..], at)?,
            [b'>', ..] if body[start..at].ends_with(b"]]") => return broken("]]> stands in a text", at - 2),
            [0xef, 0xbf, 0xbe | 0xbf, ..] => return broken("a character that XML does not have", at),
            [b'\t' | b'\n' | b'>' | 0xef, ..] => 1,
            [b'\r', ..] => return broken("a carriage return that is not written &#13;", at),
            [_, ..] => return broken("a character that XML does not have", at),
            [] => return broken("an element does not end", at),
        };
    }
}

/// How long the reference is with which `text` begins; `at` is where that stands in the body.
pub fn end_of_reference(text: &[u8], at: usize) -> Result<usize, Broken> {
    let Some(length) = text.iter().take(LONGEST_REFERENCE).position(|&byte| byte == b';') else {
        return broken("a reference does not end", at);
    };
    if resolved(&text[1..length]).is_some() {
        Ok(length + 1)
    } else {
        broken("a reference is neither to one of the five names nor to a character of XML", at)
    }
}

/// The character that stands for what is between `&` and `;`.
fn resolved(reference: &[u8]) -> Option<char> {
    match reference {
        b"amp" => Some('&'),
        b"lt" => Some('<'),
        b"gt" => Some('>'),
        b"quot" => Some('"'),
        b"apos" => Some('\''),
        [b'#', b'x', digits @ ..] => character(digits, 16),
        [b'#', digits @ ..] => character(digits, 10),
        _ => None,
    }
}

/// The [character of XML 1.0](https://www.w3.org/TR/xml/#charsets) whose number the digits are; as many as fit a reference fit a u32.
fn character(digits: &[u8], radix: u32) -> Option<char> {
    let add = |number: u32, &digit: &u8| Some(number * radix + char::from(digit).to_digit(radix)?);
    let number = digits.iter().try_fold(0, add).filter(|_| (1..=8).contains(&digits.len()))?;
    let known = matches!(number, 0x9 | 0xa | 0xd | 0x20..=0xd7ff | 0xe000..=0xfffd | 0x1_0000..=0x10_ffff);
    char::from_u32(number).filter(|_| known)
}

/// The UTF-8 bytes that a checked text stands for.
pub struct Resolved<'a> {
    raw: &'a [u8],
    character: Utf8,
}

impl<'a> Resolved<'a> {
    /// Of what stands between two tags.
    pub const fn of(raw: &'a [u8]) -> Self {
        Self { raw, character: Utf8::NONE }
    }
}

impl Iterator for Resolved<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if let Some(byte) = self.character.next() {
            return Some(byte);
        }
        match self.raw {
            [b'&', rest @ ..] => {
                let length = rest.iter().position(|&byte| byte == b';')?;
                self.character = Utf8::of(resolved(&rest[..length])?);
                self.raw = &rest[length + 1..];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_to_five_names_and_to_characters() {
        for text in [
            "&amp;",
            "&lt;",
            "&gt;",
            "&quot;",
            "&apos;",
            "&#9;",
            "&#10;",
            "&#13;",
            "&#xD;",
            "&#xd;",
            "&#32;",
            "&#00000065;",
            "&#x00000041;",
            "&#xD7FF;",
            "&#xE000;",
            "&#xFFFD;",
            "&#x10000;",
            "&#x10FFFF;",
            "&#1114111;",
        ] {
            assert_eq!(end_of_reference(format!("{text}x;").as_bytes(), 0), Ok(text.len()), "{text}");
        }
        for text in [
            "&",
            "&;",
            "&amp",
            "&AMP;",
            "&nbsp;",
            "&x;",
            "&amp ;",
            "& amp;",
            "&#;",
            "&#x;",
            "&#X41;",
            "&#0;",
            "&#8;",
            "&#11;",
            "&#31;",
            "&#xD800;",
            "&#xDFFF;",
            "&#xFFFE;",
            "&#xFFFF;",
            "&#x110000;",
            "&#xFFFFFFFF;",
            "&#99999999;",
            "&#000000065;",
            "&#x000000041;",
            "&#-65;",
            "&#+65;",
            "&#6 5;",
            "&#6a;",
            "&#xg;",
            "&#x1F600",
            "&&amp;",
        ] {
            assert!(end_of_reference(text.as_bytes(), 0).is_err(), "{text}");
        }
    }
}
