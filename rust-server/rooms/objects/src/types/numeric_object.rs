//! The object type `NumericObject`, made by `make objects` from `providers/objects/NumericObject.schema.json`.

use crate::{absent, object, record};

record! {
    /// A track of coordinates, mostly numbers.
    pub struct NumericObject {
        id: String,
        index: i32,
        numbr: i32,
        #[serde(default = "absent")]
        coordinates: Vec<Coordinate>,
    }
}

record! {
    /// A point of the track.
    pub struct Coordinate {
        timestamp: i64,
        latitude: f64,
        longitude: f64,
    }
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
