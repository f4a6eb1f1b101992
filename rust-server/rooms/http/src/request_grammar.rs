//! The grammar of an HTTP request (docs/contract/http.md), as a reader of bytes in front of the
//! library. The library sees only what both servers' libraries read alike.

use testbed_contract::{host_and_port, is_text, is_token};

use super::request_fault::Fault;
use super::request_target::read_line;

/// The longest head, and the longest extensions and trailers of a body in chunks together, bytes.
const MOST_HEAD: usize = 16 * 1024;
/// The most fields of a head, and of the trailers. The library's own limit is 96.
const MOST_FIELDS: usize = 90;
/// The longest chunk, bytes. A body's own limit is its route's.
const MOST_CHUNK: u64 = 0x0fff_ffff;
/// The most digits of a chunk's size.
const MOST_DIGITS: usize = 16;
/// What no library here counts to.
const MOST_LENGTH: u64 = 100_000_000_000_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    RequestLine,
    Fields,
    /// So many bytes to come.
    Length(u64),
    ChunkSize,
    Chunk(u64),
    ChunkEnd,
    Trailers,
    /// A body is whole: what is behind it waits for what becomes of it.
    Behind,
    /// No further request is read: the last one said so, or was refused.
    Over,
}

/// What the requests on one connection have said so far.
pub struct RequestGrammar {
    part: Part,
    /// The line under way, or as much of it as came.
    line: Vec<u8>,
    /// The head under way, as the library gets it, but for its first byte.
    head: Vec<u8>,
    /// Of the head, or of extensions and trailers.
    bytes: usize,
    fields: usize,
    old: bool,
    close: bool,
    length: Option<u64>,
    chunked: bool,
    /// Of a target that is a whole URL.
    authority: Option<Vec<u8>>,
    host: Option<Vec<u8>>,
}

impl RequestGrammar {
    /// For a new connection.
    pub const fn new() -> Self {
        Self {
            part: Part::RequestLine,
            line: Vec::new(),
            head: Vec::new(),
            bytes: 0,
            fields: 0,
            old: false,
            close: false,
            length: None,
            chunked: false,
            authority: None,
            host: None,
        }
    }

    /// How many bytes of a body's data come next, whatever they are.
    pub const fn data(&self) -> u64 {
        match self.part {
            Part::Length(left) | Part::Chunk(left) => left,
            _ => 0,
        }
    }

    /// So many bytes of the data have been passed on.
    pub const fn pass(&mut self, count: u64) {
        self.part = match self.part {
            Part::Length(left) if left > count => Part::Length(left - count),
            Part::Length(_) => self.end_body(),
            Part::Chunk(left) if left > count => Part::Chunk(left - count),
            Part::Chunk(_) => Part::ChunkEnd,
            part => part,
        };
    }

    /// Whether a body is whole, and what is behind it waits.
    pub fn waits(&self) -> bool {
        self.part == Part::Behind
    }

    /// The body was taken: reads the request behind it.
    pub fn go_on(&mut self) {
        if self.waits() {
            self.part = Part::RequestLine;
        }
    }

    /// Reads nothing any more.
    pub const fn end(&mut self) {
        self.part = Part::Over;
    }

    /// Judges bytes up to the end of a body, and adds to `good` what the library gets of them: a
    /// head once it is whole, but its first letter at once, by which the library times the head.
    /// Chunks lose their extensions and trailers. After a fault nothing is read any more. Gives how
    /// many bytes were judged.
    ///
    /// # Errors
    /// The fault, once.
    pub fn judge(&mut self, bytes: &[u8], good: &mut Vec<u8>) -> Result<usize, Fault> {
        let mut at = 0;
        while at < bytes.len() && !self.waits() {
            let rest = &bytes[at..];
            let data = usize::try_from(self.data()).map_or(rest.len(), |data| data.min(rest.len()));
            at += match self.part {
                Part::Over => rest.len(),
                _ if data > 0 => {
                    good.extend_from_slice(&rest[..data]);
                    self.pass(data as u64);
                    data
                }
                _ => self.gather(rest, good).inspect_err(|_| self.part = Part::Over)?,
            };
        }
        Ok(at)
    }

    /// Takes the bytes of a line, up to its end or as many as there are.
    fn gather(&mut self, bytes: &[u8], good: &mut Vec<u8>) -> Result<usize, Fault> {
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(bytes.len(), |end| end + 1);
        let in_line = self.part == Part::RequestLine;
        if in_line && self.line.is_empty() && bytes[0].is_ascii_alphabetic() {
            good.push(bytes[0]);
        }
        self.line.extend_from_slice(&bytes[..taken]);
        if self.bytes + self.line.len() > MOST_HEAD {
            return Err(self.fault(Fault::HeadTooLarge));
        }
        // What is another protocol need not have lines.
        if in_line && !bytes[..taken].iter().all(|byte| byte.is_ascii_graphic() || b" \r\n".contains(byte)) {
            return Err(Fault::RequestLine);
        }
        let framed = match self.part {
            Part::ChunkEnd => b"\r\n".starts_with(&self.line),
            Part::ChunkSize => self.line[0].is_ascii_hexdigit(),
            _ => true,
        };
        if !framed {
            return Err(Fault::Framing);
        }
        if end.is_some() {
            let line = std::mem::take(&mut self.line);
            let text = line.strip_suffix(b"\r\n").ok_or_else(|| self.fault(Fault::LineEnd))?;
            self.judge_line(text, good)?;
            self.line = line;
            self.line.clear();
        }
        Ok(taken)
    }

    fn judge_line(&mut self, text: &[u8], good: &mut Vec<u8>) -> Result<(), Fault> {
        match self.part {
            Part::RequestLine => {
                self.bytes += text.len() + 2;
                // Some clients end a body with an empty line more.
                if text.is_empty() { Ok(()) } else { self.request_line(text) }
            }
            Part::Fields if text.is_empty() => self.end_head(good),
            Part::Fields => {
                self.bytes += text.len() + 2;
                self.field(text)
            }
            Part::ChunkSize => self.chunk_size(text, good),
            Part::ChunkEnd => {
                good.extend_from_slice(b"\r\n");
                self.part = Part::ChunkSize;
                Ok(())
            }
            Part::Trailers if text.is_empty() => {
                good.extend_from_slice(b"0\r\n\r\n");
                self.part = self.end_body();
                Ok(())
            }
            Part::Trailers => {
                self.bytes += text.len() + 2;
                self.fields += 1;
                if self.fields > MOST_FIELDS || split(text).is_none() { Err(Fault::Framing) } else { Ok(()) }
            }
            Part::Length(_) | Part::Chunk(_) | Part::Behind | Part::Over => {
                unreachable!("judge takes no lines of these")
            }
        }
    }

    fn request_line(&mut self, text: &[u8]) -> Result<(), Fault> {
        let (authority, old) = read_line(text).ok_or(Fault::RequestLine)?;
        self.old = old;
        (self.host, self.authority) = (None, authority.map(<[u8]>::to_vec));
        (self.close, self.fields) = (self.old, 0);
        (self.length, self.chunked) = (None, false);
        self.head.clear();
        self.head.extend_from_slice(&text[1..]);
        self.head.extend_from_slice(b"\r\n");
        self.part = Part::Fields;
        Ok(())
    }

    fn field(&mut self, text: &[u8]) -> Result<(), Fault> {
        let (name, value) = split(text).ok_or(Fault::Field)?;
        self.fields += 1;
        if self.fields > MOST_FIELDS {
            return Err(Fault::HeadTooLarge);
        }
        let is = |other: &str| name.eq_ignore_ascii_case(other.as_bytes());
        if is("Content-Length") {
            if self.length.is_some() || value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
                return Err(Fault::Length);
            }
            let more = |sum: u64, digit: &u8| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            self.length = Some(value.iter().fold(0, more));
        } else if is("Transfer-Encoding") {
            if self.chunked || self.old || !value.eq_ignore_ascii_case(b"chunked") {
                return Err(Fault::Coding);
            }
            self.chunked = true;
        } else if is("Expect") && !value.eq_ignore_ascii_case(b"100-continue") {
            return Err(Fault::Expectation);
        } else if is("Host") {
            if self.host.replace(value.to_vec()).is_some() {
                return Err(Fault::Host);
            }
        } else if is("Connection") {
            let close = |option: &[u8]| option.trim_ascii().eq_ignore_ascii_case(b"close");
            self.close |= value.split(|byte| *byte == b',').any(close);
            return Ok(());
        } else if is("Upgrade") {
            // Nothing here switches protocols; the library would take what follows for another one.
            return Ok(());
        }
        self.head.extend_from_slice(text);
        self.head.extend_from_slice(b"\r\n");
        Ok(())
    }

    fn end_head(&mut self, good: &mut Vec<u8>) -> Result<(), Fault> {
        let host = self.host.take().and_then(|host| String::from_utf8(host).ok());
        let host = host.filter(|host| host_and_port(host).is_some()).ok_or(Fault::Host)?;
        if self.authority.as_ref().is_some_and(|other| !other.eq_ignore_ascii_case(host.as_bytes())) {
            return Err(Fault::Host);
        }
        if self.chunked && self.length.is_some() {
            return Err(Fault::LengthAndCoding);
        }
        if self.length.is_some_and(|length| length >= MOST_LENGTH) {
            return Err(Fault::BodyTooLarge);
        }
        good.extend_from_slice(&self.head);
        good.extend_from_slice(if self.close { b"Connection: close\r\n\r\n" } else { b"\r\n" });
        (self.bytes, self.fields) = (0, 0);
        self.part = match self.length {
            _ if self.chunked => Part::ChunkSize,
            Some(length) if length > 0 => Part::Length(length),
            _ if self.close => Part::Over,
            _ => Part::RequestLine,
        };
        Ok(())
    }

    fn chunk_size(&mut self, text: &[u8], good: &mut Vec<u8>) -> Result<(), Fault> {
        let digits = text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        let (size, rest) = text.split_at(digits);
        let extension = rest.trim_ascii_start();
        if !(1..=MOST_DIGITS).contains(&digits)
            || !matches!(extension.first(), None | Some(b';'))
            || !rest.iter().all(|byte| is_text(*byte))
        {
            return Err(Fault::Framing);
        }
        self.bytes += rest.len();
        let value = |digit: u8| u64::from(char::from(digit).to_digit(16).unwrap_or(0));
        let length = size.iter().fold(0, |sum: u64, digit| sum << 4 | value(*digit));
        if length > MOST_CHUNK {
            return Err(Fault::Framing);
        }
        // The last chunk is passed on once its trailers are read.
        self.part = if length == 0 { Part::Trailers } else { Part::Chunk(length) };
        if length > 0 {
            good.extend_from_slice(size);
            good.extend_from_slice(b"\r\n");
        }
        Ok(())
    }

    const fn end_body(&mut self) -> Part {
        self.bytes = 0;
        if self.close { Part::Over } else { Part::Behind }
    }

    /// A fault of a head, or what it is in a body.
    fn fault(&self, of_a_head: Fault) -> Fault {
        if matches!(self.part, Part::RequestLine | Part::Fields) { of_a_head } else { Fault::Framing }
    }
}

/// The name and the value of a field; none where it is no field.
fn split(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = text.iter().position(|byte| *byte == b':')?;
    let (name, value) = (&text[..colon], &text[colon + 1..]);
    let fits = !name.is_empty() && name.iter().all(|byte| is_token(*byte)) && value.iter().all(|byte| is_text(*byte));
    fits.then(|| (name, value.trim_ascii()))
}

#[cfg(test)]
#[path = "request_grammar_tests.rs"]
mod tests;
