//! XML by `quick-xml`.
//!
//! Quirks: no conformance checker (the root's name, raw control characters and more pass); its `from_str` stops after the root, so what follows is looked
//! at here; it reads text, not bytes, so checking UTF-8 belongs to decoding.

use std::convert::Infallible;
use std::marker::PhantomData;

use quick_xml::de::{Deserializer, EntityResolver, PredefinedEntityResolver};
use quick_xml::events::BytesText;
use quick_xml::se::{QuoteLevel, Serializer};
use serde::de::DeserializeOwned;

use super::engine::BY_SERDE;
use super::{Engine, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::Object;

/// The default engine of XML.
pub struct QuickXml;

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

impl Engine for QuickXml {
    const NAME: &'static str = "quick-xml";
    const LIBRARY: &'static str = "quick-xml";
    const FORMAT: Format = Format::Xml;
    const CHECKS: &'static [Checks] = BY_SERDE;
    const SETTINGS: &'static [&'static str] = &[
        "serde's default for lists: one without elements is empty",
        "a reader for each object type: the compiler inlines each as if it were alone",
        "what follows the root is refused",
    ];
    const WRITES: bool = true;
    const WRITER: &'static [&'static str] = &[
        "expand_empty_elements: an empty element has two tags, which is the canonical form",
        "QuoteLevel::Partial: quotes stand as they are, which is the canonical form",
    ];

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        read(bytes)
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        let mut text = String::with_capacity(2048);
        let mut serializer = Serializer::with_root(&mut text, Some(T::TYPE.name))?;
        serializer.expand_empty_elements(true);
        // The canonical form: `<`, `>` and `&` are escaped, quotes are not.
        serializer.set_quote_level(QuoteLevel::Partial);
        object.serialize(serializer)?;
        Ok(text.into_bytes())
    }
}
