//! The grammar of an HTTP answer (docs/contract/http.md), as a reader of bytes between socket and
//! library, so that it does not matter what else the library would read.

use testbed_contract::{is_text, is_token};
use thiserror::Error;

/// The longest head, and the longest framing of a body in chunks beside its data, bytes.
const MOST_HEAD: usize = 16 * 1024;
/// The most fields of a head, and of the trailers.
const MOST_FIELDS: usize = 100;
/// The most answers such as 103 before the one that counts.
const MOST_INTERIM: usize = 8;

/// What no library here counts to.
const MOST_LENGTH: u64 = 100_000_000_000_000_000;

/// Why what came is no answer.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum Fault {
    #[error("it does not answer in HTTP: {0}")]
    Foreign(&'static str),
    #[error("its body is not framed as HTTP has it: {0}")]
    Framing(&'static str),
    #[error("it sent a Transfer-Encoding other than chunked")]
    Coding,
    #[error("it sent a head, or framing around chunks, of more than 16384 bytes or 100 fields")]
    HeadTooLarge,
    #[error("its body is declared to have more than {0} bytes")]
    BodyTooLarge(u64),
    #[error("it switched protocols")]
    Switched,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Nothing was asked, or all of the answer came.
    Nothing,
    StatusLine,
    Fields,
    /// So many bytes to come.
    Length(u64),
    ChunkSize,
    Chunk(u64),
    ChunkEnd,
    Trailers,
    UntilClose,
}

/// What the answers on one connection have said so far. Bytes are judged as they come.
pub struct AnswerGrammar {
    most_bytes: u64,
    part: Part,
    /// The line under way, or as much of it as came.
    line: Vec<u8>,
    /// Of the head or framing under way.
    bytes: usize,
    fields: usize,
    interim: usize,
    status: u16,
    old: bool,
    length: Option<u64>,
    chunked: bool,
    body: u64,
}

/// What came before its request.
pub const UNASKED: Fault = Fault::Foreign("it answered what nobody asked");

impl AnswerGrammar {
    /// For bodies of at most so many bytes.
    pub const fn new(most_bytes: u64) -> Self {
        Self {
            most_bytes,
            part: Part::Nothing,
            line: Vec::new(),
            bytes: 0,
            fields: 0,
            interim: 0,
            status: 0,
            old: false,
            length: None,
            chunked: false,
            body: 0,
        }
    }

    /// A request is on its way: from now on one answer may come.
    pub fn expect(&mut self) {
        if self.part == Part::Nothing {
            self.interim = 0;
            self.begin();
        }
    }

    /// Judges the next bytes. Gives how many of them come before a fault, and the fault.
    pub fn judge(&mut self, bytes: &[u8]) -> (usize, Option<Fault>) {
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            match self.step(rest) {
                Ok(taken) => at += taken,
                Err(fault) => return (at, Some(fault)),
            }
        }
        (at, None)
    }

    fn begin(&mut self) {
        self.part = Part::StatusLine;
        (self.bytes, self.fields, self.body) = (0, 0, 0);
        (self.length, self.chunked) = (None, false);
    }

    fn step(&mut self, rest: &[u8]) -> Result<usize, Fault> {
        match self.part {
            Part::Nothing => Err(UNASKED),
            Part::UntilClose => Ok(rest.len()),
            Part::Length(left) => Ok(self.pass(rest, left, Part::Length, Part::Nothing)),
            Part::Chunk(left) => Ok(self.pass(rest, left, Part::Chunk, Part::ChunkEnd)),
            _ => self.gather(rest),
        }
    }

    /// Takes bytes of the body's data.
    fn pass(&mut self, rest: &[u8], left: u64, more: fn(u64) -> Part, then: Part) -> usize {
        let taken = usize::try_from(left).map_or(rest.len(), |left| left.min(rest.len()));
        let left = left - taken as u64;
        self.part = if left == 0 { then } else { more(left) };
        taken
    }

    /// Takes the bytes of a line, up to its end or as many as there are.
    fn gather(&mut self, rest: &[u8]) -> Result<usize, Fault> {
        let end = rest.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(rest.len(), |end| end + 1);
        self.bytes += taken;
        self.line.extend_from_slice(&rest[..taken]);
        if self.bytes > MOST_HEAD {
            return Err(Fault::HeadTooLarge);
        }
        let line = std::mem::take(&mut self.line);
        let judged = self.line(&line, end.is_some());
        self.line = line;
        if end.is_some() {
            self.line.clear();
        }
        judged.map(|()| taken)
    }

    fn line(&mut self, line: &[u8], whole: bool) -> Result<(), Fault> {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        // A CR that came last may be half of the line's end.
        let (text, cr) = text.strip_suffix(b"\r").map_or((text, false), |text| (text, true));
        if whole && !cr && !matches!(self.part, Part::StatusLine | Part::Fields) {
            return Err(Fault::Framing("a line of it ends without CR"));
        }
        match self.part {
            Part::StatusLine => self.status_line(text, whole),
            Part::Fields if text.is_empty() => {
                if whole {
                    self.end_head()
                } else {
                    Ok(())
                }
            }
            Part::Fields => self.field(text, whole),
            Part::ChunkSize => self.chunk_size(text, whole),
            Part::ChunkEnd if !text.is_empty() => Err(Fault::Framing("a chunk is longer than its size")),
            Part::Trailers if !text.is_empty() => self.field(text, whole),
            _ => {
                if whole {
                    self.part = if self.part == Part::ChunkEnd { Part::ChunkSize } else { Part::Nothing };
                }
                Ok(())
            }
        }
    }

    fn status_line(&mut self, text: &[u8], whole: bool) -> Result<(), Fault> {
        let fits = |(at, byte): (usize, &u8)| match at {
            0..=6 => *byte == b"HTTP/1."[at],
            7 => matches!(byte, b'0' | b'1'),
            8 | 12 => *byte == b' ',
            9 => (b'1'..=b'5').contains(byte),
            10 | 11 => byte.is_ascii_digit(),
            _ => is_text(*byte),
        };
        if !text.iter().enumerate().all(fits) || whole && text.len() < 12 {
            return Err(Fault::Foreign("its status line is none of HTTP/1.0 or HTTP/1.1"));
        }
        if whole {
            self.old = text[7] == b'0';
            self.status = text[9..12].iter().fold(0, |value, digit| value * 10 + u16::from(digit - b'0'));
            self.part = Part::Fields;
        }
        Ok(())
    }

    fn field(&mut self, text: &[u8], whole: bool) -> Result<(), Fault> {
        let trailing = self.part == Part::Trailers;
        let wrong = |why| Err(if trailing { Fault::Framing(why) } else { Fault::Foreign(why) });
        let colon = text.iter().position(|byte| *byte == b':');
        let (name, value) = text.split_at(colon.unwrap_or(text.len()));
        if !name.iter().all(|byte| is_token(*byte)) || colon == Some(0) || whole && colon.is_none() {
            return wrong("a field is not a name, a colon at once and a value");
        }
        if !value.iter().all(|byte| is_text(*byte)) {
            return wrong("a field has a control character");
        }
        if whole {
            self.fields += 1;
            if self.fields > MOST_FIELDS {
                return Err(Fault::HeadTooLarge);
            }
            if !trailing {
                self.framing(name, value[1..].trim_ascii())?;
            }
        }
        Ok(())
    }

    /// Notes what a field says of the body's end.
    fn framing(&mut self, name: &[u8], value: &[u8]) -> Result<(), Fault> {
        if name.eq_ignore_ascii_case(b"Content-Length") {
            if self.length.is_some() {
                return Err(Fault::Foreign("it has more than one Content-Length"));
            }
            if value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
                return Err(Fault::Foreign("its Content-Length is no number"));
            }
            let more = |sum: u64, digit: &u8| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            self.length = Some(value.iter().fold(0, more));
        } else if name.eq_ignore_ascii_case(b"Transfer-Encoding") {
            if self.chunked || !value.eq_ignore_ascii_case(b"chunked") {
                return Err(Fault::Coding);
            }
            self.chunked = true;
        }
        Ok(())
    }

    fn end_head(&mut self) -> Result<(), Fault> {
        if self.chunked && self.length.is_some() {
            return Err(Fault::Foreign("it has both Content-Length and Transfer-Encoding"));
        }
        if self.chunked && self.old {
            return Err(Fault::Foreign("it has Transfer-Encoding in HTTP/1.0"));
        }
        if self.length.is_some_and(|length| length >= MOST_LENGTH) {
            return Err(Fault::BodyTooLarge(self.most_bytes));
        }
        match self.status {
            101 => return Err(Fault::Switched),
            100..200 => {
                self.interim += 1;
                if self.interim > MOST_INTERIM {
                    return Err(Fault::Foreign("it sent more than 8 interim answers"));
                }
                self.begin();
                return Ok(());
            }
            _ => {}
        }
        (self.bytes, self.fields) = (0, 0);
        self.part = match self.length {
            _ if matches!(self.status, 204 | 304) => Part::Nothing,
            _ if self.chunked => Part::ChunkSize,
            Some(0) => Part::Nothing,
            Some(length) => Part::Length(length),
            None => Part::UntilClose,
        };
        Ok(())
    }

    fn chunk_size(&mut self, text: &[u8], whole: bool) -> Result<(), Fault> {
        let digits = text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        let (size, rest) = text.split_at(digits);
        let rest = rest.trim_ascii_start();
        let empty = digits == 0 && (whole || !text.is_empty());
        if empty || !matches!(rest.first(), None | Some(b';')) || !rest.iter().all(|byte| is_text(*byte)) {
            return Err(Fault::Framing("the size of a chunk is not in hexadecimal digits"));
        }
        let value = |digit: u8| u64::from(char::from(digit).to_digit(16).unwrap_or(0));
        let size = size.iter().fold(0_u64, |sum, digit| sum.saturating_mul(16).saturating_add(value(*digit)));
        if self.body.saturating_add(size) > self.most_bytes {
            return Err(Fault::BodyTooLarge(self.most_bytes));
        }
        if whole {
            self.body += size;
            self.part = if size == 0 { Part::Trailers } else { Part::Chunk(size) };
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "answer_grammar_tests.rs"]
mod tests;
