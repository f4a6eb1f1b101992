//! The guard's rules for JSON: a walk over every value, without recursion.

use super::grammar::Grammar;
use super::json_text::{Quoted, Unescaped, string};
use super::keys::Keys;
use super::levels::{Level, Levels};
use super::table::{Due, Record, Table};
use super::walker::Walker;
use super::{Broken, broken, number, rule, text};
use testbed_objects::Kind;

/// What the guard asks.
pub const GRAMMAR: Grammar = Grammar {
    check,
    written: |name| format!("\"{}\":", name.replace('\\', "\\\\").replace('"', "\\\"")).into(),
    omits_empty_lists: false,
};

/// One object of the type, and nothing but white space behind it.
fn check(walker: &mut Walker, body: &[u8]) -> Result<(), Broken> {
    text::check(body)?;
    let Walker { table, levels, keys, known, root, .. } = walker;
    let mut walk = Walk { table, levels, keys, known, body, at: 0 };
    walk.white_space();
    if walk.value(*root)? {
        while !walk.levels.is_empty() {
            walk.step()?;
        }
    }
    walk.white_space();
    if walk.at == body.len() { Ok(()) } else { broken("something follows the object", walk.at) }
}

/// A place in the body, and what is open there.
struct Walk<'a> {
    table: &'a Table,
    levels: &'a mut Levels,
    keys: &'a mut Keys,
    /// Room for a name or text that is looked up.
    known: &'a mut Vec<u8>,
    body: &'a [u8],
    at: usize,
}

impl<'a> Walk<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.body[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.body.get(self.at).copied()
    }

    fn white_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Whether a byte stands here, which is stepped over then, and with it white space.
    fn token(&mut self, byte: u8) -> bool {
        let here = self.peek() == Some(byte);
        if here {
            self.at += 1;
            self.white_space();
        }
        here
    }

    /// Steps over a field, entry or item of the innermost level, and to the next; or into what it opens.
    fn step(&mut self) -> Result<(), Broken> {
        let Some(level) = self.levels.innermost() else { return Ok(()) };
        let opened = match level.due.kind {
            Kind::Record(_) => self.field(level)?,
            Kind::Map(_) => self.entry(level)?,
            _ => self.value(level.due.inside())?,
        };
        if opened { Ok(()) } else { self.next() }
    }

    /// Steps over a comma, and before it over the ends of levels.
    fn next(&mut self) -> Result<(), Broken> {
        while let Some(level) = self.levels.innermost() {
            self.white_space();
            if self.token(b',') {
                return Ok(());
            }
            if self.peek() != Some(closing(level.due.kind)) {
                return broken("a comma or an end was due", self.at);
            }
            self.close(level)?;
        }
        Ok(())
    }

    /// Steps over a field; whether it opened a level.
    fn field(&mut self, level: Level) -> Result<bool, Broken> {
        let (start, record) = (self.at, self.table.record(level.due.number));
        let field = match record.fields.get(level.next) {
            Some(next) if self.rest().starts_with(&next.written) => {
                self.at += next.written.len();
                level.next
            }
            _ => self.name(record, level.next)?,
        };
        self.white_space();
        if !self.levels.see(record, field) {
            return broken(rule::TWICE, start);
        }
        let member = &record.fields[field];
        if member.nullable && self.rest().starts_with(b"null") {
            self.at += 4;
            return Ok(false);
        }
        self.value(member.due)
    }

    /// Steps over a name and its colon, and says which field's it is.
    fn name(&mut self, record: &Record, next: usize) -> Result<usize, Broken> {
        let start = self.at;
        let name = self.quoted("a name was due")?;
        let Some(field) = record.find(self.looked_up(name), next) else {
            return broken(rule::UNKNOWN, start);
        };
        self.colon()?;
        Ok(field)
    }

    /// Steps over an entry of a map; whether its value opened a level.
    fn entry(&mut self, level: Level) -> Result<bool, Broken> {
        let start = self.at;
        let key = self.quoted("a key was due")?;
        if let Err(rule) = self.keys.add(level.keys, self.body, key.start..key.end, key.escaped) {
            return broken(rule, start);
        }
        self.colon()?;
        self.white_space();
        self.value(level.due.inside())
    }

    fn colon(&mut self) -> Result<(), Broken> {
        self.white_space();
        if self.token(b':') { Ok(()) } else { broken("a colon was due", self.at) }
    }

    /// Steps over the text that is due here.
    fn text(&mut self, due: Due) -> Result<Quoted, Broken> {
        if self.peek() == Some(b'"') { self.quoted(due.rule()) } else { self.wrong(due) }
    }

    /// Steps over a string; anything else breaks a rule.
    fn quoted(&mut self, rule: &'static str) -> Result<Quoted, Broken> {
        if self.peek() != Some(b'"') {
            return broken(rule, self.at);
        }
        let quoted = string(self.body, self.at)?;
        self.at = quoted.end + 1;
        Ok(quoted)
    }

    /// What a string stands for, or its beginning where it is longer than all that the type knows.
    fn looked_up(&mut self, quoted: Quoted) -> &[u8] {
        let raw = &self.body[quoted.start..quoted.end];
        if !quoted.escaped {
            return raw;
        }
        self.known.clear();
        self.known.extend(Unescaped::of(raw).take(self.table.longest + 1));
        self.known
    }

    /// Steps over a value, or into it; whether it opened a level.
    fn value(&mut self, due: Due) -> Result<bool, Broken> {
        match due.kind {
            Kind::Text => drop(self.text(due)?),
            Kind::Choice(_) => self.choice(due)?,
            Kind::Int32 => self.number(due, |text| number::integer(text, &number::INT32))?,
            Kind::Int64 => self.number(due, |text| number::integer(text, &number::INT64))?,
            Kind::Double => self.number(due, number::double)?,
            Kind::Boolean => match self.rest() {
                [b't', b'r', b'u', b'e', ..] => self.at += 4,
                [b'f', b'a', b'l', b's', b'e', ..] => self.at += 5,
                _ => return self.wrong(due),
            },
            Kind::List(_) | Kind::Map(_) | Kind::Record(_) => return self.open(due),
        }
        Ok(false)
    }

    fn choice(&mut self, due: Due) -> Result<(), Broken> {
        let (start, table) = (self.at, self.table);
        let quoted = self.text(due)?;
        if table.has_choice(due.number, self.looked_up(quoted)) { Ok(()) } else { broken(rule::CHOICE, start) }
    }

    fn number(&mut self, due: Due, length: impl Fn(&[u8]) -> Result<usize, &'static str>) -> Result<(), Broken> {
        if !matches!(self.peek(), Some(b'0'..=b'9' | b'-')) {
            return self.wrong(due);
        }
        match length(self.rest()) {
            Ok(length) => {
                self.at += length;
                Ok(())
            }
            Err(rule) => broken(rule, self.at),
        }
    }

    /// Opens a level, and closes it again where it is empty; whether it is open.
    fn open(&mut self, due: Due) -> Result<bool, Broken> {
        let closing = closing(due.kind);
        // An opening bracket stands two before its closing one in ASCII.
        if !self.token(closing - 2) {
            return self.wrong(due);
        }
        let level = Level { due, next: 0, keys: self.keys.len(), end: 0 };
        match due.kind {
            Kind::Record(_) => self.levels.enter_record(level, self.table.record(due.number)),
            _ => self.levels.enter(level),
        }
        if self.peek() != Some(closing) {
            return Ok(true);
        }
        self.close(level)?;
        Ok(false)
    }

    /// Steps over the end of the innermost level.
    fn close(&mut self, level: Level) -> Result<(), Broken> {
        match level.due.kind {
            Kind::Record(_) => {
                let complete = self.levels.complete(self.table.record(level.due.number));
                complete.or_else(|rule| broken(rule, self.at))?;
            }
            Kind::Map(_) => self.keys.forget(level.keys),
            _ => {}
        }
        self.levels.leave();
        self.at += 1;
        Ok(())
    }

    /// Refuses what stands in place of a value. What begins like none breaks the grammar before the table.
    fn wrong<T>(&self, due: Due) -> Result<T, Broken> {
        let rule = match self.rest() {
            [b'n', b'u', b'l', b'l', ..] => rule::NULL,
            [b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' | b'[' | b'{', ..] => due.rule(),
            _ => "a value was due",
        };
        broken(rule, self.at)
    }
}

/// With what a level of this kind ends.
const fn closing(kind: Kind) -> u8 {
    if let Kind::List(_) = kind { b']' } else { b'}' }
}

#[cfg(test)]
#[path = "json_tests.rs"]
mod tests;
