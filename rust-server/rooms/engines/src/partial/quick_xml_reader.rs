//! XML by the `Reader` of `quick-xml`, pulled by hand: one pass over the elements.
//!
//! Quirks: no conformance checker (the root's name, raw control characters and more pass); stops behind the root; gives each reference as an event of its
//! own, so a text is put together here.

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

use super::{PartialEngine, Reads};
use crate::Refusal;
use crate::engine::there;
use testbed_contract::{Format, Kind};
use testbed_objects::{DummyExcerpt, NumericExcerpt};

/// XML as events.
pub struct QuickXmlReader;

impl PartialEngine for QuickXmlReader {
    const NAME: &'static str = "quick-xml-reader";
    const LIBRARY: &'static str = "quick-xml";
    const FORMAT: Format = Format::Xml;
    const KIND: Kind = Kind::Pull;
    const SETTINGS: &'static [&'static str] = &["expand_empty_elements: an empty tag is a start and an end"];
    const SKIPPED: &'static str = "that the body is UTF-8 and that tags match; not what stands between them";
}

impl Reads<NumericExcerpt> for QuickXmlReader {
    fn read(bytes: &[u8]) -> Result<NumericExcerpt, Refusal> {
        let mut xml = inside_the_root(bytes)?;
        let (mut id, mut numbr, mut latitude, mut points) = (None, None, None, 0);
        while let Some(field) = child(&mut xml)? {
            match field.name().as_ref() {
                "id" => id = Some(text(&mut xml)?),
                "numbr" => numbr = Some(text(&mut xml)?.parse()?),
                "coordinates" => {
                    if points == 4 {
                        latitude = Some(own_latitude(&mut xml)?);
                    } else {
                        skip(&mut xml, &field)?;
                    }
                    points += 1;
                }
                _ => skip(&mut xml, &field)?,
            }
        }
        Ok(NumericExcerpt { id: there(id, "id")?, numbr: there(numbr, "numbr")?, latitude })
    }
}

impl Reads<DummyExcerpt> for QuickXmlReader {
    fn read(bytes: &[u8]) -> Result<DummyExcerpt, Refusal> {
        let mut xml = inside_the_root(bytes)?;
        let (mut id, mut age, mut favorite_fruit) = (None, None, None);
        while let Some(field) = child(&mut xml)? {
            match field.name().as_ref() {
                "_id" => id = Some(text(&mut xml)?),
                "age" => age = Some(text(&mut xml)?.parse()?),
                "favoriteFruit" => favorite_fruit = Some(text(&mut xml)?),
                _ => skip(&mut xml, &field)?,
            }
        }
        let favorite_fruit = there(favorite_fruit, "favoriteFruit")?;
        Ok(DummyExcerpt { id: there(id, "_id")?, age: there(age, "age")?, favorite_fruit })
    }
}

fn own_latitude(xml: &mut Reader<&[u8]>) -> Result<f64, Refusal> {
    let mut latitude = None;
    while let Some(field) = child(xml)? {
        match field.name().as_ref() {
            "latitude" => latitude = Some(text(xml)?.parse()?),
            _ => skip(xml, &field)?,
        }
    }
    there(latitude, "latitude")
}

/// A reader behind the start of the root.
fn inside_the_root(bytes: &[u8]) -> Result<Reader<&[u8]>, Refusal> {
    let mut xml = Reader::from_str(std::str::from_utf8(bytes)?);
    xml.config_mut().expand_empty_elements = true;
    there(child(&mut xml)?, "the root")?;
    Ok(xml)
}

/// The start of the next element, if its parent has one more.
fn child<'b>(xml: &mut Reader<&'b [u8]>) -> Result<Option<BytesStart<'b>>, Refusal> {
    loop {
        match xml.read_event()? {
            Event::Start(element) => return Ok(Some(element)),
            Event::End(_) => return Ok(None),
            Event::Eof => return Err("the body ends before its elements do".into()),
            _ => {}
        }
    }
}

fn skip(xml: &mut Reader<&[u8]>, element: &BytesStart) -> Result<(), Refusal> {
    xml.read_to_end(element.name())?;
    Ok(())
}

/// The text of the element that began.
fn text(xml: &mut Reader<&[u8]>) -> Result<String, Refusal> {
    let mut text = String::new();
    loop {
        match xml.read_event()? {
            Event::Text(part) => text.push_str(&part.xml10_content()),
            Event::CData(part) => text.push_str(&part.xml10_content()),
            Event::GeneralRef(name) => match name.resolve_char_ref()? {
                Some(character) => text.push(character),
                None => text.push_str(there(resolve_predefined_entity(&name), "an entity")?),
            },
            Event::Comment(_) | Event::PI(_) => {}
            Event::End(_) => return Ok(text),
            other => return Err(format!("{other:?} where a text is due").into()),
        }
    }
}
