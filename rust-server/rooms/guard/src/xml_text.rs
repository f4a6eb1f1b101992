//! The guard's rules for what XML is made of: names, characters, references to them.

use super::class::Class;
use super::{Broken, broken};

/// What means nothing in a text. U+FFFE and U+FFFF, which XML does not have, begin with 0xef.
pub static PLAIN: Class = Class::text_without(b"<>&\xef").with(b"\t\n", true);
/// What a name is made of.
pub static NAME: Class = Class::of(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.");

/// `&#x`, 8 digits, `;`
const LONGEST_REFERENCE: usize = 12;

/// A letter or `_`.
pub const fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// How long the reference is with which `text` begins; `at` is where that stands in the body.
pub fn end_of_reference(text: &[u8], at: usize) -> Result<usize, Broken> {
    let Some(length) = text.iter().take(LONGEST_REFERENCE).position(|&byte| byte == b';') else {
        return broken("a reference does not end", at);
    };
    let known = match &text[1..length] {
        b"amp" | b"lt" | b"gt" | b"quot" | b"apos" => true,
        [b'#', b'x', digits @ ..] => is_character(digits, 16),
        [b'#', digits @ ..] => is_character(digits, 10),
        _ => false,
    };
    if known {
        Ok(length + 1)
    } else {
        broken("a reference is neither to one of the five names nor to a character of XML", at)
    }
}

/// Whether the digits are the number of a [character of XML 1.0](https://www.w3.org/TR/xml/#charsets); as many as fit a reference fit a u32.
fn is_character(digits: &[u8], radix: u32) -> bool {
    let add = |number: u32, &digit: &u8| Some(number * radix + char::from(digit).to_digit(radix)?);
    let number = digits.iter().try_fold(0, add).filter(|_| (1..=8).contains(&digits.len()));
    matches!(number, Some(0x9 | 0xa | 0xd | 0x20..=0xd7ff | 0xe000..=0xfffd | 0x1_0000..=0x10_ffff))
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
