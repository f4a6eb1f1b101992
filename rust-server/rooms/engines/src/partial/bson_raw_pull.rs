//! BSON by `bson`'s raw documents, pulled by hand: one pass over the elements of the document, which jumps over documents and lists by their length.
//!
//! Quirks: each element is read before its name can be looked at, so a text that is skipped is checked to be UTF-8.

use bson::raw::{RawArray, RawDocument};

use super::{PartialEngine, Reads};
use crate::Refusal;
use crate::bson_raw::{document, double, int32, text};
use crate::engine::there;
use testbed_contract::{Format, Kind};
use testbed_objects::{DummyExcerpt, NumericExcerpt};

/// BSON as elements.
pub struct BsonRawPull;

impl PartialEngine for BsonRawPull {
    const NAME: &'static str = "bson-raw-pull";
    const LIBRARY: &'static str = "bson";
    const FORMAT: Format = Format::Bson;
    const KIND: Kind = Kind::Pull;
    const SETTINGS: &'static [&'static str] = &[];
    const SKIPPED: &'static str = "types, lengths, and that texts are UTF-8; nothing inside of documents and lists";
}

impl Reads<NumericExcerpt> for BsonRawPull {
    fn read(bytes: &[u8]) -> Result<NumericExcerpt, Refusal> {
        let (mut id, mut numbr, mut latitude) = (None, None, None);
        for element in RawDocument::from_bytes(bytes)? {
            let (name, value) = element?;
            match name.as_str() {
                "id" => id = text(value),
                "numbr" => numbr = int32(value),
                "coordinates" => latitude = fifth_latitude(there(value.as_array(), "coordinates")?)?,
                _ => {}
            }
        }
        Ok(NumericExcerpt { id: there(id, "id")?, numbr: there(numbr, "numbr")?, latitude })
    }
}

impl Reads<DummyExcerpt> for BsonRawPull {
    fn read(bytes: &[u8]) -> Result<DummyExcerpt, Refusal> {
        let (mut id, mut age, mut favorite_fruit) = (None, None, None);
        for element in RawDocument::from_bytes(bytes)? {
            let (name, value) = element?;
            match name.as_str() {
                "_id" => id = text(value),
                "age" => age = int32(value),
                "favoriteFruit" => favorite_fruit = text(value),
                _ => {}
            }
        }
        let favorite_fruit = there(favorite_fruit, "favoriteFruit")?;
        Ok(DummyExcerpt { id: there(id, "_id")?, age: there(age, "age")?, favorite_fruit })
    }
}

/// The latitude of the fifth item of a list. What comes after that is not looked at: the list's length leads behind it.
fn fifth_latitude(list: &RawArray) -> Result<Option<f64>, Refusal> {
    let Some(point) = list.into_iter().nth(4) else { return Ok(None) };
    let mut latitude = None;
    for element in document(point?)? {
        let (name, value) = element?;
        if name.as_str() == "latitude" {
            latitude = double(value);
        }
    }
    there(latitude, "latitude").map(Some)
}
