//! Text: UTF-8, and runs of bytes that mean nothing to a format, eight at a time.

use super::{Broken, broken};

const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGHS: u64 = u64::from_le_bytes([0x80; 8]);

/// What JSON and XML share: UTF-8 throughout, and no byte order mark.
pub fn check(body: &[u8]) -> Result<(), Broken> {
    if let Err(at) = utf_8(body) {
        return broken("the body is not UTF-8", at);
    }
    if body.starts_with(b"\xef\xbb\xbf") { broken("the body begins with a byte order mark", 0) } else { Ok(()) }
}

/// Whether it is UTF-8.
///
/// # Errors
/// Where it is not.
pub fn utf_8(text: &[u8]) -> Result<(), usize> {
    // Most texts are ASCII, and too short for the library's way to be worth a call.
    if (text.len() < 64 && text.is_ascii()) || simdutf8::basic::from_utf8(text).is_ok() {
        return Ok(());
    }
    // The library does not say where; so few bodies are wrong that these are looked at again.
    std::str::from_utf8(text).map_or_else(|why| Err(why.valid_up_to()), |_| Ok(()))
}

/// How many bytes stand before the first that `marks` marks, by its word's high bit, in the eight that it is shown.
pub fn run(text: &[u8], marks: impl Fn(u64) -> u64) -> usize {
    let mut at = 0;
    while let Some(word) = text[at..].first_chunk() {
        let marked = marks(u64::from_le_bytes(*word));
        if marked != 0 {
            return at + marked.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    // Too few for a word: the missing ones are letters, which no format marks.
    let mut word = [b'a'; 8];
    word[..text.len() - at].copy_from_slice(&text[at..]);
    let marked = marks(u64::from_le_bytes(word));
    if marked == 0 { text.len() } else { at + marked.trailing_zeros() as usize / 8 }
}

/// Marks the bytes below one that is no larger than 0x80. Above the lowest mark others may be wrong.
pub const fn below(word: u64, byte: u8) -> u64 {
    word.wrapping_sub(ONES * byte as u64) & !word & HIGHS
}

/// Marks the bytes from one on that is no larger than 0x80. Above the lowest mark others may be wrong.
pub const fn from(word: u64, byte: u8) -> u64 {
    (word.wrapping_add(ONES * (0x80 - byte) as u64) | word) & HIGHS
}

/// Marks the bytes that are this one. Above the lowest mark others may be wrong.
pub const fn equal(word: u64, byte: u8) -> u64 {
    below(word ^ (ONES * byte as u64), 1)
}

/// The bytes of a character, one after the other.
pub struct Utf8 {
    bytes: [u8; 4],
    given: usize,
    length: usize,
}

impl Utf8 {
    /// All were given.
    pub const NONE: Self = Self { bytes: [0; 4], given: 0, length: 0 };

    /// None was.
    pub fn of(character: char) -> Self {
        let mut bytes = [0; 4];
        let length = character.encode_utf8(&mut bytes).len();
        Self { bytes, given: 0, length }
    }
}

impl Iterator for Utf8 {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let byte = *self.bytes[..self.length].get(self.given)?;
        self.given += 1;
        Some(byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_ends_at_the_first_mark_wherever_it_stands() {
        let marks = |word| below(word, b' ') | equal(word, b'"') | equal(word, 0xef);
        for length in 0..40 {
            for plain in [b'a', b' ', b'!', b'#', 0x7f, 0x80, 0xa2, 0xee, 0xf0, 0xff] {
                let mut text = vec![plain; length];
                assert_eq!(run(&text, marks), length);
                for (at, mark) in (0..length).flat_map(|at| [0, 1, 0x1f, b'"', 0xef].map(|mark| (at, mark))) {
                    text[at] = mark;
                    assert_eq!(run(&text, marks), at, "{mark:#x} behind {plain:#x}");
                    text[at] = plain;
                }
            }
        }
    }

    #[test]
    fn a_run_of_digits_ends_at_any_other_byte() {
        let marks = |word| below(word, b'0') | from(word, b'9' + 1);
        for byte in (0..=u8::MAX).filter(|byte| !byte.is_ascii_digit()) {
            for (before, behind) in (0..20).zip((0..20).rev()) {
                let text = [b"9".repeat(before), vec![byte], b"0".repeat(behind)].concat();
                assert_eq!(run(&text, marks), before, "{byte:#x}");
            }
        }
    }

    #[test]
    fn utf_8_ends_where_it_is_broken() {
        assert_eq!(utf_8("aé\u{10ffff}".as_bytes()), Ok(()));
        for (text, at) in
            [(&b"\xff"[..], 0), (b"abc\xc0\x80", 3), (b"\xed\xa0\x80", 0), (b"a\xf4\x90\x80\x80", 1), (b"\xe2\x82", 0)]
        {
            assert_eq!(utf_8(text), Err(at), "{text:?}");
        }
        let long = [b"a".repeat(1000), b"\xfe".to_vec(), b"a".repeat(1000)].concat();
        assert_eq!(utf_8(&long), Err(1000));
    }
}
