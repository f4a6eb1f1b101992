//! BSON by `bson`'s raw documents, asked for each field by name.
//!
//! Quirks: keeps no index, so each field is looked for from the first element on, and what comes after the last one is never looked at.

use bson::raw::RawDocument;

use super::{PartialEngine, Reads};
use crate::Refusal;
use crate::bson_raw::{document, double, int32, text};
use crate::engine::there;
use testbed_contract::{Format, Kind};
use testbed_objects::{DummyExcerpt, NumericExcerpt};

/// BSON as bytes with a view over them.
pub struct BsonRawGet;

impl PartialEngine for BsonRawGet {
    const NAME: &'static str = "bson-raw-get";
    const LIBRARY: &'static str = "bson";
    const FORMAT: Format = Format::Bson;
    const KIND: Kind = Kind::Lazy;
    const SETTINGS: &'static [&'static str] = &[];
    const SKIPPED: &'static str = "types and lengths, of what comes before a field that is asked for; nothing inside of texts, documents and lists";
}

impl Reads<NumericExcerpt> for BsonRawGet {
    fn read(bytes: &[u8]) -> Result<NumericExcerpt, Refusal> {
        let object = RawDocument::from_bytes(bytes)?;
        let fifth = object.get_array("coordinates")?.get(4)?;
        let latitude = |point: &RawDocument| there(point.get("latitude")?.and_then(double), "latitude");
        Ok(NumericExcerpt {
            id: there(object.get("id")?.and_then(text), "id")?,
            numbr: there(object.get("numbr")?.and_then(int32), "numbr")?,
            latitude: fifth.map(|point| latitude(document(point)?)).transpose()?,
        })
    }
}

impl Reads<DummyExcerpt> for BsonRawGet {
    fn read(bytes: &[u8]) -> Result<DummyExcerpt, Refusal> {
        let object = RawDocument::from_bytes(bytes)?;
        Ok(DummyExcerpt {
            id: there(object.get("_id")?.and_then(text), "_id")?,
            age: there(object.get("age")?.and_then(int32), "age")?,
            favorite_fruit: there(object.get("favoriteFruit")?.and_then(text), "favoriteFruit")?,
        })
    }
}
