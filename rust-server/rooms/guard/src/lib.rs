//! The guard: refuses hostile bodies before a library sees them. The rules are those of `docs/contract/guard.md`, which every server follows.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod bson;
mod grammar;
mod json;
mod json_text;
mod keys;
mod levels;
mod number;
mod rule;
mod table;
mod text;
mod xml;
mod xml_text;

use thiserror::Error;

use self::grammar::Grammar;
use self::keys::Keys;
use self::levels::Levels;
use self::table::{Due, Table};
pub use self::text::utf_8;
use testbed_contract::Format;
use testbed_objects::ObjectType;

/// Which rule a body breaks, and where.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{rule} (at byte {at})")]
pub struct Broken {
    rule: &'static str,
    at: usize,
}

impl Broken {
    /// Whether it is the field table's: then an engine refuses the body, too.
    pub fn is_of_the_table(&self) -> bool {
        rule::OF_THE_TABLE.contains(&self.rule)
    }
}

/// What checks the bodies of a format and an object type. It is made once a run, and checking allocates nothing.
pub struct Guard {
    grammar: &'static Grammar,
    table: Table,
    root: Due,
    levels: Levels,
    keys: Keys,
    /// Room for a name or text that is looked up.
    known: Vec<u8>,
}

impl Guard {
    /// For bodies of a type that the format carries.
    pub fn new(format: Format, object_type: ObjectType) -> Self {
        let grammar = Grammar::of(format.rules());
        let table = Table::new(grammar, object_type);
        let (levels, keys) = (Levels::new(&table), Keys::new(table.has_maps));
        let known = Vec::with_capacity(table.longest + 1);
        Self { grammar, root: Table::root(object_type.fields), levels, keys, known, table }
    }

    /// Checks a whole body.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check(&mut self, body: &[u8]) -> Result<(), Broken> {
        if body.is_empty() {
            return broken("the body is empty", 0);
        }
        // What a body left that was refused.
        self.levels.clear();
        self.keys.forget(0);
        (self.grammar.check)(self, body)
    }
}

fn broken<T>(rule: &'static str, at: usize) -> Result<T, Broken> {
    Err(Broken { rule, at })
}

#[cfg(test)]
mod attacks_tests;
#[cfg(test)]
mod samples_tests;
#[cfg(test)]
mod tests;
