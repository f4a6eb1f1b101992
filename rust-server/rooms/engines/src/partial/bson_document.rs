//! BSON by the `Document` of `bson`: the whole body as a document, which is asked for each field.
//!
//! Quirks: reads it by serde, as `bson-partial` reads, and not by `Document::from_reader`, which copies the body first and shares functions with the default
//! engine that the compiler makes part of it while nobody else calls them; has no limit of depth.

use bson::{Bson, Document};

use super::{PartialEngine, Reads};
use crate::Refusal;
use crate::engine::there;
use testbed_contract::{Format, Kind};
use testbed_objects::{DummyExcerpt, NumericExcerpt};

/// BSON as a document.
pub struct BsonDocument;

impl PartialEngine for BsonDocument {
    const NAME: &'static str = "bson-document";
    const LIBRARY: &'static str = "bson";
    const FORMAT: Format = Format::Bson;
    const KIND: Kind = Kind::Tree;
    const SETTINGS: &'static [&'static str] = &[];
    const SKIPPED: &'static str = "everything: types, lengths, and that texts are UTF-8";
}

impl Reads<NumericExcerpt> for BsonDocument {
    fn read(bytes: &[u8]) -> Result<NumericExcerpt, Refusal> {
        let object: Document = bson::deserialize_from_slice(bytes)?;
        let fifth = object.get_array("coordinates")?.get(4);
        let latitude =
            |point: &Bson| there(point.as_document().and_then(|point| double(point, "latitude")), "latitude");
        Ok(NumericExcerpt {
            id: object.get_str("id")?.to_owned(),
            numbr: there(int32(&object, "numbr"), "numbr")?,
            latitude: fifth.map(latitude).transpose()?,
        })
    }
}

impl Reads<DummyExcerpt> for BsonDocument {
    fn read(bytes: &[u8]) -> Result<DummyExcerpt, Refusal> {
        let object: Document = bson::deserialize_from_slice(bytes)?;
        Ok(DummyExcerpt {
            id: object.get_str("_id")?.to_owned(),
            age: there(int32(&object, "age"), "age")?,
            favorite_fruit: object.get_str("favoriteFruit")?.to_owned(),
        })
    }
}

/// An int32, or an int64 that fits one, as `bson` reads it into a type.
fn int32(object: &Document, name: &str) -> Option<i32> {
    match object.get(name)? {
        Bson::Int32(number) => Some(*number),
        Bson::Int64(number) => i32::try_from(*number).ok(),
        _ => None,
    }
}

/// A double, or an integer in place of one.
#[allow(clippy::cast_precision_loss, reason = "the double next to it is meant, as in every format")]
fn double(object: &Document, name: &str) -> Option<f64> {
    match object.get(name)? {
        Bson::Double(number) => Some(*number),
        Bson::Int32(number) => Some(f64::from(*number)),
        Bson::Int64(number) => Some(*number as f64),
        _ => None,
    }
}
