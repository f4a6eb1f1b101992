//! BSON by `bson`'s raw documents, read by hand: one pass over the elements of each document, names compared, texts copied.
//!
//! It shows what serde's visitors cost. Quirks: reads the types that have a file in its folder, and no other; looks whether each field is there, and there
//! once, of the right type, and that no other is, as what serde derives does with equal checks.

mod dummy_object;
mod numeric_object;

use std::any::Any;

use bson::raw::{RawArray, RawBsonRef, RawDocument};

use super::engine::{BY_HAND, there};
use super::{Bson, Engine, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::{DummyObject, NumericObject, Object};

/// BSON without serde.
pub struct BsonRaw;

impl Engine for BsonRaw {
    const NAME: &'static str = "bson-raw";
    const LIBRARY: &'static str = "bson";
    const FORMAT: Format = Format::Bson;
    const CHECKS: &'static [Checks] = BY_HAND;
    const SETTINGS: &'static [&'static str] = &[];
    const READERS: &'static [&'static str] =
        &["written by hand: one pass over the elements of each document, without serde"];

    fn reads<T: Object>() -> bool {
        reader::<T>().is_some()
    }

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        let read = reader::<T>().ok_or_else(|| format!("{} has no reader by hand", T::TYPE.name))?;
        read(RawDocument::from_bytes(bytes)?)
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        Bson::encode(object)
    }
}

/// What reads one object type.
type Reader<T> = fn(&RawDocument) -> Result<T, Refusal>;

/// The reader of an object type, if one is written. The compiler knows which it is.
fn reader<T: Object>() -> Option<Reader<T>> {
    let written: [&dyn Any; 2] =
        [&(dummy_object::read as Reader<DummyObject>), &(numeric_object::read as Reader<NumericObject>)];
    written.into_iter().find_map(|reader| reader.downcast_ref().copied())
}

/// A field's value, once.
fn once<V>(slot: &mut Option<V>, name: &str, value: Option<V>) -> Result<(), Refusal> {
    let value = value.ok_or_else(|| format!("{name} is of another type"))?;
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("{name} comes twice").into()),
    }
}

fn unknown(name: &str) -> Refusal {
    format!("{name} is unknown").into()
}

/// A string, copied.
pub fn text(value: RawBsonRef) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// An int32, or an int64 that fits one, as `bson` reads it.
pub fn int32(value: RawBsonRef) -> Option<i32> {
    value.as_i32().or_else(|| i32::try_from(value.as_i64()?).ok())
}

fn int64(value: RawBsonRef) -> Option<i64> {
    value.as_i64().or_else(|| value.as_i32().map(i64::from))
}

/// A double, or an integer in place of one.
#[allow(clippy::cast_precision_loss, reason = "the double next to it is meant, as in every format")]
pub fn double(value: RawBsonRef) -> Option<f64> {
    value.as_f64().or_else(|| int64(value).map(|integer| integer as f64))
}

/// Each element of a list.
fn list<V>(array: &RawArray, read: impl Fn(RawBsonRef) -> Result<V, Refusal>) -> Result<Vec<V>, Refusal> {
    array.into_iter().map(|element| read(element?)).collect()
}

/// A document that is an item of a list.
///
/// # Errors
/// It is none.
pub fn document(value: RawBsonRef<'_>) -> Result<&RawDocument, Refusal> {
    there(value.as_document(), "a document of a list")
}
