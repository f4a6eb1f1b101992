//! What the guard must know of a format whose bodies it walks.

use super::{Broken, Guard, bson, json, xml};
use testbed_contract::Rules;

/// A format's bodies as its own file knows them.
pub struct Grammar {
    /// Walks a whole body that is not empty.
    pub check: fn(&mut Guard, &[u8]) -> Result<(), Broken>,
    /// A field's name as the canonical bytes have it, with what stands around it.
    pub written: fn(&str) -> Vec<u8>,
    /// Whether an absent list is an empty one.
    pub omits_empty_lists: bool,
}

impl Grammar {
    /// That of these rules.
    pub const fn of(rules: Rules) -> &'static Self {
        match rules {
            Rules::Json => &json::GRAMMAR,
            Rules::Bson => &bson::GRAMMAR,
            Rules::Xml => &xml::GRAMMAR,
        }
    }
}
