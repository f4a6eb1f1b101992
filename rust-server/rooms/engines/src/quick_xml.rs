//! XML by `quick-xml`.
//!
//! Quirks: no conformance checker (the root's name, raw control characters and more pass); its `from_str` stops after the root, so what follows is looked
//! at by the guard, and with equal checks here; it reads text, not bytes, so checking UTF-8 belongs to decoding.

#[cfg(feature = "equal")]
mod own_reader;

use quick_xml::se::{QuoteLevel, Serializer};
#[cfg(not(feature = "equal"))]
use serde::de::DeserializeOwned;

use super::checks::{DERIVED, named};
use super::{Engine, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::Object;

/// The default engine of XML.
pub struct QuickXml;

#[cfg(feature = "equal")]
pub use self::own_reader::{SETTINGS, read};

/// What is set up otherwise than the library's documentation begins.
#[cfg(not(feature = "equal"))]
const SETTINGS: &[&str] = &["serde's default for lists: one without elements is empty"];

/// Reads a type.
///
/// # Errors
/// As of `Engine::decode`.
#[cfg(not(feature = "equal"))]
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    Ok(quick_xml::de::from_str(std::str::from_utf8(bytes)?)?)
}

impl Engine for QuickXml {
    const NAME: &'static str = named!("quick-xml");
    const LIBRARY: &'static str = "quick-xml";
    const FORMAT: Format = Format::Xml;
    const CHECKS: &'static [Checks] = DERIVED;
    const SETTINGS: &'static [&'static str] = SETTINGS;
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
