//! The object type `NumericObject`, made by `make objects` from `providers/objects/NumericObject.schema.json`.

use serde::{Deserialize, Serialize};

use crate::{Record, object};

/// A track of coordinates, mostly numbers.
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

/// A point of the track.
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
    "id": Text,
    "index": Int32,
    "numbr": Int32,
    "coordinates": [{
        "timestamp": Int64,
        "latitude": Double,
        "longitude": Double,
    }],
});
