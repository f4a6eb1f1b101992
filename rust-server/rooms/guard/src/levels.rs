//! The records, lists and maps that are open, and which fields the records have.

use super::rule;
use super::table::{Due, Record, Table};

/// A place's levels from the root inwards, and a bit for each field that was found. A record is open once at most, so its bits have a place of their own.
pub struct Levels {
    open: Vec<Level>,
    seen: Vec<u64>,
}

/// A record, list or map that is open.
#[derive(Clone, Copy)]
pub struct Level {
    /// What it is.
    pub due: Due,
    /// Of a record, the field behind the last that was found.
    pub next: usize,
    /// How many keys were known as it opened.
    pub keys: usize,
    /// Where it ends, if the format says.
    pub end: usize,
}

impl Levels {
    /// None open, with room for all that a type has.
    pub fn new(table: &Table) -> Self {
        Self { open: Vec::with_capacity(table.levels), seen: vec![0; table.words()] }
    }

    /// Closes whatever a refused body left open.
    pub fn clear(&mut self) {
        self.open.clear();
    }

    /// Whether none is open.
    pub const fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The innermost one.
    pub fn innermost(&self) -> Option<Level> {
        self.open.last().copied()
    }

    /// Opens one inside.
    pub fn enter(&mut self, level: Level) {
        self.open.push(level);
    }

    /// Opens a record inside, none of whose fields was found.
    pub fn enter_record(&mut self, level: Level, record: &Record) {
        self.seen[record.words..][..record.required.len()].fill(0);
        self.open.push(level);
    }

    /// Closes the innermost one.
    pub fn leave(&mut self) {
        self.open.pop();
    }

    /// Books a field of the innermost record; whether it is the first time.
    pub fn see(&mut self, record: &Record, field: usize) -> bool {
        if let Some(level) = self.open.last_mut() {
            level.next = field + 1;
        }
        let (word, bit) = (&mut self.seen[record.words + field / 64], 1 << (field % 64));
        let first = *word & bit == 0;
        *word |= bit;
        first
    }

    /// Whether every field was found that must be there.
    ///
    /// # Errors
    /// One is missing.
    pub fn complete(&self, record: &Record) -> Result<(), &'static str> {
        let mut words = record.required.iter().zip(&self.seen[record.words..]);
        if words.all(|(required, seen)| required & !seen == 0) { Ok(()) } else { Err(rule::MISSING) }
    }
}
