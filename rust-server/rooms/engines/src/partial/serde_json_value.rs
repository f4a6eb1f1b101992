//! JSON by the `Value` of `serde_json`: the whole body as a document, which is asked for each field.
//!
//! Quirks: keeps the members of an object in order of their names, in a tree of its own for each; takes an integer for a double.

use serde_json::Value;

use super::{PartialEngine, Reads};
use crate::Refusal;
use crate::engine::there;
use testbed_contract::{Format, Kind};
use testbed_objects::{DummyExcerpt, NumericExcerpt};

/// JSON as a document.
pub struct SerdeJsonValue;

impl PartialEngine for SerdeJsonValue {
    const NAME: &'static str = "serde_json-value";
    const LIBRARY: &'static str = "serde_json";
    const FORMAT: Format = Format::Json;
    const KIND: Kind = Kind::Tree;
    const SETTINGS: &'static [&'static str] = &["feature float_roundtrip: reads doubles to the last bit"];
    const SKIPPED: &'static str = "everything: the syntax, and that texts are UTF-8 and numbers fit";
}

impl Reads<NumericExcerpt> for SerdeJsonValue {
    fn read(bytes: &[u8]) -> Result<NumericExcerpt, Refusal> {
        let object: Value = serde_json::from_slice(bytes)?;
        let fifth = object["coordinates"].get(4);
        let latitude = fifth.map(|point| there(point["latitude"].as_f64(), "latitude")).transpose()?;
        Ok(NumericExcerpt { id: text(&object, "id")?, numbr: int32(&object, "numbr")?, latitude })
    }
}

impl Reads<DummyExcerpt> for SerdeJsonValue {
    fn read(bytes: &[u8]) -> Result<DummyExcerpt, Refusal> {
        let object: Value = serde_json::from_slice(bytes)?;
        let favorite_fruit = text(&object, "favoriteFruit")?;
        Ok(DummyExcerpt { id: text(&object, "_id")?, age: int32(&object, "age")?, favorite_fruit })
    }
}

fn text(object: &Value, name: &str) -> Result<String, Refusal> {
    there(object[name].as_str().map(str::to_owned), name)
}

fn int32(object: &Value, name: &str) -> Result<i32, Refusal> {
    there(object[name].as_i64().and_then(|number| i32::try_from(number).ok()), name)
}
