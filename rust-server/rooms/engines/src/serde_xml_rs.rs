//! XML by `serde-xml-rs`, over the parser `xml`.
//!
//! Quirks: checks that a document is well-formed, as `quick-xml` does not; reads a text of nothing but white space as an empty one; allocates each name and
//! text on its way; has no reader of a type with an enumeration, unless that has a reader of its own; stops after the root. Its own writer has other ways than the canonical form, so `quick-xml` writes for it.

use serde_xml_rs::SerdeXml;
use xml::ParserConfig;

use super::checks::{DERIVED, named};
use super::{Engine, QuickXml, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::{Field, Kind, Object};

/// XML by a parser that checks what it reads.
pub struct SerdeXmlRs;

/// Whether some field holds an enumeration, whose text the library gives to what serde derives of one by the name `#text`.
fn has_choice(fields: &[Field]) -> bool {
    fn holds(kind: &Kind) -> bool {
        match kind {
            Kind::Choice(_) => true,
            Kind::List(inner) | Kind::Map(inner) => holds(inner),
            Kind::Record(fields) => has_choice(fields),
            Kind::Text | Kind::Int32 | Kind::Int64 | Kind::Double | Kind::Boolean => false,
        }
    }
    fields.iter().any(|field| holds(&field.kind))
}

impl Engine for SerdeXmlRs {
    const NAME: &'static str = named!("serde-xml-rs");
    const LIBRARY: &'static str = "serde-xml-rs";
    const FORMAT: Format = Format::Xml;
    const CHECKS: &'static [Checks] = DERIVED;
    const SETTINGS: &'static [&'static str] = &[
        "trim_whitespace off: a text keeps the spaces at its ends",
        "serde's default for lists: one without elements is empty",
    ];

    fn reads<T: Object>() -> bool {
        cfg!(feature = "equal") || !has_choice(T::TYPE.fields)
    }

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
