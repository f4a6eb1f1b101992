//! XML by `roxmltree`: the whole body as a document, which is asked for each field.
//!
//! Quirks: checks that the document is well-formed; keeps where each node stands; of a text that a comment divides it gives the first part, and the guard
//! lets no comment pass.

use roxmltree::{Document, Node};

use super::{PartialEngine, Reads};
use crate::Refusal;
use crate::engine::there;
use testbed_contract::{Format, Kind};
use testbed_objects::{DummyExcerpt, NumericExcerpt};

/// XML as a document.
pub struct Roxmltree;

impl PartialEngine for Roxmltree {
    const NAME: &'static str = "roxmltree";
    const LIBRARY: &'static str = "roxmltree";
    const FORMAT: Format = Format::Xml;
    const KIND: Kind = Kind::Tree;
    const SETTINGS: &'static [&'static str] = &[];
    const SKIPPED: &'static str = "that the body is UTF-8 and well-formed; what a text stands for is never looked at";
}

impl Reads<NumericExcerpt> for Roxmltree {
    fn read(bytes: &[u8]) -> Result<NumericExcerpt, Refusal> {
        let document = Document::parse(std::str::from_utf8(bytes)?)?;
        let object = document.root_element();
        let fifth = object.children().filter(|node| node.has_tag_name("coordinates")).nth(4);
        Ok(NumericExcerpt {
            id: text(object, "id")?.to_owned(),
            numbr: text(object, "numbr")?.parse()?,
            latitude: fifth.map(|point| Ok::<_, Refusal>(text(point, "latitude")?.parse()?)).transpose()?,
        })
    }
}

impl Reads<DummyExcerpt> for Roxmltree {
    fn read(bytes: &[u8]) -> Result<DummyExcerpt, Refusal> {
        let document = Document::parse(std::str::from_utf8(bytes)?)?;
        let object = document.root_element();
        Ok(DummyExcerpt {
            id: text(object, "_id")?.to_owned(),
            age: text(object, "age")?.parse()?,
            favorite_fruit: text(object, "favoriteFruit")?.to_owned(),
        })
    }
}

/// The text of a field; an element without one has an empty one.
fn text<'a>(object: Node<'a, '_>, name: &str) -> Result<&'a str, Refusal> {
    let field = object.children().find(|node| node.has_tag_name(name));
    Ok(there(field, name)?.text().unwrap_or_default())
}
