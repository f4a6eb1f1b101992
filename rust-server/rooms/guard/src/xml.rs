//! The guard's rules for XML: a walk over every element, without recursion.

use super::grammar::Grammar;
use super::levels::{Level, Levels};
use super::table::{Due, Member, Record, Table};
use super::walker::Walker;
use super::xml_text::{Resolved, end_of_text, name_length};
use super::{Broken, broken, number, rule, text};
use testbed_objects::Kind;

/// What a body may begin with, and all that it may say there.
const DECLARATIONS: [&[u8]; 2] = [br#"<?xml version="1.0"?>"#, br#"<?xml version="1.0" encoding="UTF-8"?>"#];

/// What the guard asks.
pub const GRAMMAR: Grammar = Grammar { check, written: |name| format!("<{name}>").into(), omits_empty_lists: true };

/// One element of the type, and nothing but white space beside it.
fn check(walker: &mut Walker, body: &[u8]) -> Result<(), Broken> {
    text::check(body)?;
    let Walker { table, levels, known, root, .. } = walker;
    let declared = DECLARATIONS.iter().find(|declaration| body.starts_with(declaration)).map_or(0, |known| known.len());
    let mut walk = Walk { table, levels, known, body, at: declared };
    walk.white_space();
    walk.root(*root)?;
    while let Some(level) = walk.levels.innermost() {
        walk.step(level)?;
    }
    walk.white_space();
    if walk.at == body.len() { Ok(()) } else { broken("something follows the root element", walk.at) }
}

/// A place in the body, and the records whose elements are open there.
struct Walk<'a> {
    table: &'a Table,
    levels: &'a mut Levels,
    /// Room for a text that is looked up.
    known: &'a mut Vec<u8>,
    body: &'a [u8],
    at: usize,
}

impl<'a> Walk<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.body[self.at..]
    }

    fn white_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n') = self.body.get(self.at) {
            self.at += 1;
        }
    }

    /// Steps into the root element, or over it.
    fn root(&mut self, due: Due) -> Result<(), Broken> {
        let start = self.at;
        if self.rest().first() != Some(&b'<') {
            return broken("there is no root element", start);
        }
        let (name, empty) = self.tag()?;
        if name != self.table.record(due.number).name.as_bytes() {
            return broken("the root element's name is not the object type's", start);
        }
        self.record(due, empty)
    }

    /// Steps over a field's element in the innermost record, or into it; or over the record's end.
    fn step(&mut self, level: Level) -> Result<(), Broken> {
        self.white_space();
        match self.rest() {
            [b'<', b'/', ..] => self.close(level),
            [b'<', ..] => self.element(level),
            [] => broken("an element does not end", self.at),
            _ => broken("text stands between the elements of a record", self.at),
        }
    }

    fn element(&mut self, level: Level) -> Result<(), Broken> {
        let (start, record) = (self.at, self.table.record(level.due.number));
        let (field, empty) = match self.expected(record, level.next) {
            Some(field) => (field, false),
            None => self.named(record, level.next)?,
        };
        let member = &record.fields[field];
        let is_list = matches!(member.due.kind, Kind::List(_));
        let follows_its_like = is_list && level.next == field + 1;
        if !self.levels.see(record, field) && !follows_its_like {
            return broken(if is_list { rule::APART } else { rule::TWICE }, start);
        }
        self.value(member, empty, start)
    }

    /// Steps over the start tag of one more item of the last list, or of the field behind.
    fn expected(&mut self, record: &Record, next: usize) -> Option<usize> {
        let last = next.checked_sub(1).filter(|&last| matches!(record.fields[last].due.kind, Kind::List(_)));
        let mut fields = last.into_iter().chain([next]);
        let field = fields
            .find(|&field| record.fields.get(field).is_some_and(|member| self.rest().starts_with(&member.written)))?;
        self.at += record.fields[field].written.len();
        Some(field)
    }

    /// Steps over any start tag, and says which field's it is, and whether that is the whole element.
    fn named(&mut self, record: &Record, next: usize) -> Result<(usize, bool), Broken> {
        let start = self.at;
        let (name, empty) = self.tag()?;
        record.find(name, next).map_or_else(|| broken(rule::UNKNOWN, start), |field| Ok((field, empty)))
    }

    /// Steps over a start tag or the tag of an empty element; gives its name, and whether it is the latter.
    fn tag(&mut self) -> Result<(&'a [u8], bool), Broken> {
        self.element_begins()?;
        let start = self.at;
        let text = &self.body[start + 1..];
        let length = name_length(text);
        let (empty, tag) = match &text[length..] {
            _ if length == 0 => return broken("a tag has no name", start),
            [b'>', ..] => (false, length + 2),
            [b'/', b'>', ..] => (true, length + 3),
            [] => return broken("a tag does not end", start),
            _ => return broken("a tag holds more than a name", start + 1 + length),
        };
        self.at += tag;
        Ok((&text[..length], empty))
    }

    /// Refuses all else that may begin with `<`.
    fn element_begins(&self) -> Result<(), Broken> {
        match self.body.get(self.at + 1) {
            Some(b'!') => broken("comments, CDATA sections and declarations are not allowed", self.at),
            Some(b'?') => broken("processing instructions are not allowed", self.at),
            _ => Ok(()),
        }
    }

    /// Steps over what an element holds and its end tag, or into it; `start` is where the element begins.
    fn value(&mut self, member: &Member, empty: bool, start: usize) -> Result<(), Broken> {
        let due = if let Kind::List(_) = member.due.kind { member.due.inside() } else { member.due };
        match due.kind {
            Kind::Record(_) => return self.record(due, empty),
            Kind::Text | Kind::Choice(_) if empty => return self.chosen(due, &[], start),
            Kind::Text | Kind::Choice(_) => {
                let text = self.text()?;
                self.end_tag(member.name, rule::TEXT)?;
                return self.chosen(due, text, start);
            }
            _ if empty => return broken("a number or boolean is empty", start),
            _ => self.scalar(due)?,
        }
        self.end_tag(member.name, "a number or boolean holds an element")
    }

    /// Steps into a record; or over an empty one.
    fn record(&mut self, due: Due, empty: bool) -> Result<(), Broken> {
        let (level, record) = (Level { due, next: 0, keys: 0, end: 0 }, self.table.record(due.number));
        self.levels.enter_record(level, record);
        if empty { self.leave(record, self.at) } else { Ok(()) }
    }

    /// Steps over the end of the innermost record.
    fn close(&mut self, level: Level) -> Result<(), Broken> {
        let (start, record) = (self.at, self.table.record(level.due.number));
        self.end_tag(record.name, rule::RECORD)?;
        self.leave(record, start)
    }

    fn leave(&mut self, record: &Record, at: usize) -> Result<(), Broken> {
        self.levels.complete(record).or_else(|rule| broken(rule, at))?;
        self.levels.leave();
        Ok(())
    }

    /// Steps over the end tag of this name; an element in its place breaks a rule.
    fn end_tag(&mut self, name: &str, rule: &'static str) -> Result<(), Broken> {
        let start = self.at;
        let Some(tag) = self.rest().strip_prefix(b"</") else {
            self.element_begins()?;
            return broken(rule, start);
        };
        if let Some([b'>', ..]) = tag.strip_prefix(name.as_bytes()) {
            self.at += name.len() + 3;
            return Ok(());
        }
        match tag.get(name_length(tag)) {
            Some(b'>') => broken("an end tag has another name than the element that it ends", start),
            Some(_) => broken("a tag holds more than a name", start),
            None => broken("a tag does not end", start),
        }
    }

    /// Steps over text, to the next tag.
    fn text(&mut self) -> Result<&'a [u8], Broken> {
        let start = self.at;
        self.at = end_of_text(self.body, start)?;
        Ok(&self.body[start..self.at])
    }

    /// Checks the text of an enumeration; any other may be what it likes.
    fn chosen(&mut self, due: Due, raw: &[u8], start: usize) -> Result<(), Broken> {
        let Kind::Choice(_) = due.kind else { return Ok(()) };
        self.known.clear();
        self.known.extend(Resolved::of(raw).take(self.table.longest + 1));
        if self.table.has_choice(due.number, self.known) { Ok(()) } else { broken(rule::CHOICE, start) }
    }

    /// Steps over the number or boolean that is due here.
    fn scalar(&mut self, due: Due) -> Result<(), Broken> {
        const NO_BOOLEAN: &str = "a boolean is neither true nor false";
        let (start, text) = (self.at, self.rest());
        let length = match due.kind {
            Kind::Int32 => number::integer(text, &number::INT32),
            Kind::Int64 => number::integer(text, &number::INT64),
            Kind::Double => number::double(text),
            Kind::Boolean if text.starts_with(b"true") => Ok(4),
            Kind::Boolean if text.starts_with(b"false") => Ok(5),
            Kind::Boolean => Err(NO_BOOLEAN),
            _ => Err("XML carries no list of lists and no map"),
        };
        let length = length.or_else(|rule| broken(rule, start))?;
        self.at += length;
        match text.get(length) {
            Some(b'<') => Ok(()),
            None => broken("an element does not end", self.at),
            Some(_) if due.kind == Kind::Boolean => broken(NO_BOOLEAN, start),
            Some(_) => broken(number::WRONG, start),
        }
    }
}

#[cfg(test)]
#[path = "xml_tests.rs"]
mod tests;
