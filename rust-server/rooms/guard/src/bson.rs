//! The guard's rules for BSON: a walk over every element, without recursion.

use super::grammar::Grammar;
use super::keys::Keys;
use super::levels::{Level, Levels};
use super::table::{Due, Record, Table};
use super::walker::Walker;
use super::{Broken, broken, rule, text};
use testbed_objects::Kind;

const DOUBLE: u8 = 0x01;
const STRING: u8 = 0x02;
const DOCUMENT: u8 = 0x03;
const ARRAY: u8 = 0x04;
const BOOLEAN: u8 = 0x08;
const NULL: u8 = 0x0a;
const INT32: u8 = 0x10;
const INT64: u8 = 0x12;

/// What the guard asks.
pub const GRAMMAR: Grammar = Grammar { check, written: |name| format!("{name}\0").into(), omits_empty_lists: false };

/// One document of the type, whose length is the body's.
fn check(walker: &mut Walker, body: &[u8]) -> Result<(), Broken> {
    let Walker { table, levels, keys, root, .. } = walker;
    let mut walk = Walk { table, levels, keys, body, at: 0 };
    walk.open(*root, body.len())?;
    if walk.levels.innermost().is_some_and(|level| level.end != body.len()) {
        return broken("the document's declared length is not the body's", 0);
    }
    while !walk.levels.is_empty() {
        walk.element()?;
    }
    Ok(())
}

/// A place in the body, and what is open there.
struct Walk<'a> {
    table: &'a Table,
    levels: &'a mut Levels,
    keys: &'a mut Keys,
    body: &'a [u8],
    at: usize,
}

impl Walk<'_> {
    /// Steps over an element of the innermost document, or into one; or over the document's end. `at` is always before that.
    fn element(&mut self) -> Result<(), Broken> {
        let Some(level) = self.levels.innermost() else { return Ok(()) };
        // The document's last byte must be left for its terminator.
        let (start, limit) = (self.at, level.end - 1);
        let kind = self.body[start];
        self.at += 1;
        if kind == 0 {
            return self.close(level);
        }
        let due = match level.due.kind {
            Kind::Record(_) => {
                let record = self.table.record(level.due.number);
                let field = self.field(record, level.next, limit)?;
                if !self.levels.see(record, field) {
                    return broken(rule::TWICE, start);
                }
                let member = &record.fields[field];
                if kind == NULL && member.nullable {
                    return Ok(());
                }
                member.due
            }
            Kind::Map(_) => {
                let (from, to) = self.name(limit)?;
                self.keys.add(level.keys, self.body, from..to, false).or_else(|rule| broken(rule, from))?;
                level.due.inside()
            }
            _ => {
                self.name(limit)?;
                level.due.inside()
            }
        };
        self.value(kind, due, start, limit)
    }

    /// Steps over a field's name, and says which field's it is.
    fn field(&mut self, record: &Record, next: usize, limit: usize) -> Result<usize, Broken> {
        if let Some(field) = record.fields.get(next)
            && self.body[self.at..limit].starts_with(&field.written)
        {
            self.at += field.written.len();
            return Ok(next);
        }
        let (from, to) = self.name(limit)?;
        record.find(&self.body[from..to], next).map_or_else(|| broken(rule::UNKNOWN, from), Ok)
    }

    /// Steps over a name, and says where it stands.
    fn name(&mut self, limit: usize) -> Result<(usize, usize), Broken> {
        let start = self.at;
        let length = text::run(&self.body[start..limit], |word| text::equal(word, 0));
        if length == limit - start {
            return broken("an element's name does not end", start);
        }
        self.text(length)?;
        self.at += length + 1;
        Ok((start, start + length))
    }

    /// Steps over the value of the element that begins at `start`, or into it.
    fn value(&mut self, kind: u8, due: Due, start: usize, limit: usize) -> Result<(), Broken> {
        match (due.kind, kind) {
            (Kind::Text, STRING) => self.string(limit).map(drop),
            (Kind::Choice(_), STRING) => {
                let table = self.table;
                if table.has_choice(due.number, self.string(limit)?) { Ok(()) } else { broken(rule::CHOICE, start) }
            }
            (Kind::Int32, INT64) => {
                let at = self.at;
                let number = i64::from_le_bytes(self.fixed(limit)?);
                if i32::try_from(number).is_ok() { Ok(()) } else { broken(rule::RANGE, at) }
            }
            (Kind::Int32 | Kind::Int64 | Kind::Double, INT32) => self.fixed::<4>(limit).map(drop),
            (Kind::Int64 | Kind::Double, INT64) => self.fixed::<8>(limit).map(drop),
            (Kind::Double, DOUBLE) => {
                let at = self.at;
                let double = f64::from_le_bytes(self.fixed(limit)?);
                if double.is_finite() { Ok(()) } else { broken("a double is not finite", at) }
            }
            (Kind::Boolean, BOOLEAN) => match self.fixed(limit)? {
                [0 | 1] => Ok(()),
                _ => broken("a boolean is neither 0 nor 1", self.at - 1),
            },
            (Kind::List(_), ARRAY) | (Kind::Map(_) | Kind::Record(_), DOCUMENT) => self.open(due, limit),
            (_, DOUBLE | STRING | DOCUMENT | ARRAY | BOOLEAN | INT32 | INT64) => broken(due.rule(), start),
            (_, NULL) => broken(rule::NULL, start),
            _ => broken("the element's type is not allowed", start),
        }
    }

    /// Steps into the document or array that begins here and whose parent has room until `limit`.
    fn open(&mut self, due: Due, limit: usize) -> Result<(), Broken> {
        let end = usize::try_from(self.length(limit)?).ok().filter(|&length| length >= 5);
        let end = match end.map(|length| self.at + length) {
            Some(end) if end <= limit && self.body[end - 1] == 0 => end,
            Some(end) if end <= limit => return broken("a document does not end in NUL", end - 1),
            _ => return broken("a document's declared length does not fit", self.at),
        };
        self.at += 4;
        let level = Level { due, next: 0, keys: self.keys.len(), end };
        match due.kind {
            Kind::Record(_) => self.levels.enter_record(level, self.table.record(due.number)),
            _ => self.levels.enter(level),
        }
        Ok(())
    }

    /// Closes the innermost document, over whose terminator was stepped.
    fn close(&mut self, level: Level) -> Result<(), Broken> {
        let last = self.at - 1;
        if self.at != level.end {
            return broken("a document's elements end before its length", last);
        }
        match level.due.kind {
            Kind::Record(_) => {
                let complete = self.levels.complete(self.table.record(level.due.number));
                complete.or_else(|rule| broken(rule, last))?;
            }
            Kind::Map(_) => self.keys.forget(level.keys),
            _ => {}
        }
        self.levels.leave();
        Ok(())
    }

    /// The little-endian int32 that stands here.
    fn length(&self, limit: usize) -> Result<i32, Broken> {
        match self.body[self.at..limit].first_chunk() {
            Some(bytes) => Ok(i32::from_le_bytes(*bytes)),
            None => broken("a length lies outside its document", self.at),
        }
    }

    /// Steps over a value of so many bytes.
    fn fixed<const BYTES: usize>(&mut self, limit: usize) -> Result<[u8; BYTES], Broken> {
        match self.body[self.at..limit].first_chunk() {
            Some(bytes) => {
                self.at += BYTES;
                Ok(*bytes)
            }
            None => broken("a value lies outside its document", self.at),
        }
    }

    /// Steps over a string, and gives its text.
    fn string(&mut self, limit: usize) -> Result<&[u8], Broken> {
        let room = limit - self.at;
        let declared = usize::try_from(self.length(limit)?).ok();
        let Some(length) = declared.filter(|&length| length >= 1 && length <= room - 4) else {
            return broken("a string's declared length does not fit", self.at);
        };
        self.at += 4;
        self.text(length - 1)?;
        let start = self.at;
        self.at += length;
        if self.body[self.at - 1] != 0 {
            return broken("a string does not end in NUL", self.at - 1);
        }
        Ok(&self.body[start..self.at - 1])
    }

    /// Checks the text of so many bytes that begins here.
    fn text(&self, length: usize) -> Result<(), Broken> {
        let text = &self.body[self.at..self.at + length];
        text::utf_8(text).or_else(|at| broken("a name or string is not UTF-8", self.at + at))
    }
}

#[cfg(test)]
#[path = "bson_tests.rs"]
mod tests;
