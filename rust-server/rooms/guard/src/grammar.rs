//! What the guard must know of a format whose bodies it walks.

use super::walker::Walker;
use super::{Broken, bson, json, xml};
use testbed_contract::Rules;

/// A format's bodies as its own file knows them.
pub struct Grammar {
    /// Walks a whole body that is not empty.
    pub check: fn(&mut Walker, &[u8]) -> Result<(), Broken>,
    /// A field's name as the canonical bytes have it, with what stands around it.
    pub written: fn(&str) -> Vec<u8>,
    /// Whether an absent list is an empty one.
    pub omits_empty_lists: bool,
}

impl Grammar {
    /// That of these rules, if they walk bodies.
    pub const fn of(rules: Rules) -> Option<&'static Self> {
        match rules {
            Rules::Json => Some(&json::GRAMMAR),
            Rules::Bson => Some(&bson::GRAMMAR),
            Rules::Xml => Some(&xml::GRAMMAR),
            Rules::Known => None,
        }
    }
}
