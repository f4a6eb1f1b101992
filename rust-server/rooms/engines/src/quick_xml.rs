//! XML by `quick-xml`.
//!
//! Quirks: no conformance checker (the root's name, raw control characters and more pass); its `from_str` stops after the root, so what follows is looked
//! at here; it reads text, not bytes, so checking UTF-8 belongs to decoding.

use quick_xml::de::Deserializer;
use quick_xml::se::{QuoteLevel, Serializer};

use super::{Engine, Refusal};
use testbed_contract::Format;
use testbed_objects::Object;

/// The default engine of XML.
pub struct QuickXml;

impl Engine for QuickXml {
    const NAME: &'static str = "quick-xml";
    const LIBRARY: &'static str = "quick-xml";
    const FORMAT: Format = Format::Xml;

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        let text = std::str::from_utf8(bytes)?.trim_ascii_end();
        let mut deserializer = Deserializer::from_str(text);
        let object = T::deserialize(&mut deserializer)?;
        // The reader looks one event ahead, so this costs a comparison.
        if deserializer.is_empty() { Ok(object) } else { Err("something follows the root element".into()) }
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
