//! XML by `serde-xml-rs`, over the parser `xml`.
//!
//! Quirks: checks that a document is well-formed, as `quick-xml` does not; reads a text of nothing but white space as an empty one; allocates each name and
//! text on its way; stops after the root. Its own writer has other ways than the canonical form, so `quick-xml` writes for it.

use serde_xml_rs::SerdeXml;
use xml::ParserConfig;

use super::engine::BY_SERDE;
use super::{Engine, QuickXml, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::Object;

/// XML by a parser that checks what it reads.
pub struct SerdeXmlRs;

impl Engine for SerdeXmlRs {
    const NAME: &'static str = "serde-xml-rs";
    const LIBRARY: &'static str = "serde-xml-rs";
    const FORMAT: Format = Format::Xml;
    const CHECKS: &'static [Checks] = BY_SERDE;
    const SETTINGS: &'static [&'static str] = &[
        "trim_whitespace off: a text keeps the spaces at its ends",
        "serde's default for lists: one without elements is empty",
    ];

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        let parser = ParserConfig::new()
            .trim_whitespace(false)
            .cdata_to_characters(true)
            .ignore_comments(true)
            .coalesce_characters(true);
        Ok(SerdeXml::new().parser(parser).from_reader(bytes)?)
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        QuickXml::encode(object)
    }
}
