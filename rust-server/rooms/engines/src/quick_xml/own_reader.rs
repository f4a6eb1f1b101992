//! XML with equal checks: what follows the root is refused, by a reader of each object type's own.

use std::convert::Infallible;
use std::marker::PhantomData;

use quick_xml::de::{Deserializer, EntityResolver, PredefinedEntityResolver};
use quick_xml::events::BytesText;
use serde::de::DeserializeOwned;

use crate::Refusal;

/// What is set up otherwise than the library's documentation begins.
pub const SETTINGS: &[&str] = &[
    "serde's default for lists: one without elements is empty",
    "a reader for each object type: the compiler inlines each as if it were alone",
    "what follows the root is refused",
];

/// XML's own entities. By its parameter each type has a reader of its own. Of one reader for all types the compiler would inline less with each type
/// that is added: with eleven more types the first two took 5 to 11 % longer.
struct Predefined<T>(PhantomData<T>);

impl<T> EntityResolver for Predefined<T> {
    type Error = Infallible;

    fn capture(&mut self, doctype: BytesText) -> Result<(), Infallible> {
        PredefinedEntityResolver.capture(doctype)
    }

    fn resolve(&self, entity: &str) -> Option<&str> {
        PredefinedEntityResolver.resolve(entity)
    }
}

/// Reads a type by the reader of its own.
///
/// # Errors
/// As of `Engine::decode`.
#[inline]
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let text = std::str::from_utf8(bytes)?.trim_ascii_end();
    let mut deserializer = Deserializer::from_str_with_resolver(text, Predefined::<T>(PhantomData));
    let object = T::deserialize(&mut deserializer)?;
    // The reader looks one event ahead, so this costs a comparison.
    if deserializer.is_empty() { Ok(object) } else { Err("something follows the root element".into()) }
}
