//! The variants of a type: each is made when it is first asked for, and stays.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use super::{OBJECT_TYPES, ObjectType, contents};

/// Where the variants of a type lie that runs compare with: its own, or those of a size.
pub struct Variants<T>(OnceLock<Box<[OnceLock<T>]>>);

impl<T> Variants<T> {
    /// None yet.
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// One of so many; made where it is not yet.
    ///
    /// # Panics
    /// There are not as many.
    pub fn get(&self, amount: u32, index: usize, make: impl FnOnce() -> T) -> &T {
        let slots = self.0.get_or_init(|| (0..amount).map(|_| OnceLock::new()).collect());
        slots[index].get_or_init(make)
    }

    /// Whether one is made.
    pub fn has(&self, index: usize) -> bool {
        self.0.get().is_some_and(|slots| slots[index].get().is_some())
    }
}

/// A line of JSON for each variant, of the types that have their own ones stored.
static STORED: LazyLock<BTreeMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let lines = |known: &ObjectType| Some((known.name, contents(&format!("{}.variants.jsonl", known.name))?));
    OBJECT_TYPES.iter().filter_map(lines).map(|(name, lines)| (name, lines.lines().collect())).collect()
});

/// A variant as JSON, where the type's own are not made of the canonical object.
pub fn stored(object_type: &ObjectType, index: usize) -> Option<&'static str> {
    STORED.get(object_type.name).map(|lines| lines[index])
}
