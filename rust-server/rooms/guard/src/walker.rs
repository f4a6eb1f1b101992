//! What walks the bodies of a format by its grammar, and holds them to a type's field table.

use super::grammar::Grammar;
use super::keys::Keys;
use super::levels::Levels;
use super::table::{Due, Table};
use super::{Broken, broken};
use testbed_objects::ObjectType;

/// Made once for all bodies of a type.
pub struct Walker {
    grammar: &'static Grammar,
    /// The type's field table.
    pub table: Table,
    /// What a whole body is.
    pub root: Due,
    /// What is open.
    pub levels: Levels,
    /// The keys of the maps that are open.
    pub keys: Keys,
    /// Room for a name or text that is looked up.
    pub known: Vec<u8>,
}

impl Walker {
    /// Of a type that the format carries.
    pub fn new(grammar: &'static Grammar, object_type: ObjectType) -> Self {
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
