//! Object type 1: a track of coordinates, mostly numbers.

use serde::{Deserialize, Serialize};

use super::{Record, object};

/// `providers/objects/NumericObject.schema.json`
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumericObject {
    #[serde(default, skip_serializing)]
    record: Record,
    id: String,
    index: i32,
    numbr: i32,
    #[serde(default)]
    coordinates: Vec<Coordinate>,
}

/// A place at a time.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Coordinate {
    #[serde(default, skip_serializing)]
    record: Record,
    timestamp: i64,
    latitude: f64,
    longitude: f64,
}

object!(NumericObject = 1, {
    Integer: ["index", "numbr", "timestamp"],
    Number: ["latitude", "longitude"],
});
