//! `NumericObject` of raw BSON.

use bson::raw::RawDocument;
use testbed_objects::numeric_object::{Coordinate, NumericObject};

use super::{Refusal, document, double, int32, int64, list, once, text, there, unknown};

/// One of a whole document.
///
/// # Errors
/// Says which field is wrong.
pub fn read(from: &RawDocument) -> Result<NumericObject, Refusal> {
    let (mut id, mut index, mut numbr, mut coordinates) = (None, None, None, None);
    for element in from {
        let (name, value) = element?;
        match name.as_str() {
            "id" => once(&mut id, "id", text(value))?,
            "index" => once(&mut index, "index", int32(value))?,
            "numbr" => once(&mut numbr, "numbr", int32(value))?,
            "coordinates" => once(&mut coordinates, "coordinates", value.as_array())?,
            other => return Err(unknown(other)),
        }
    }
    Ok(NumericObject {
        id: there(id, "id")?,
        index: there(index, "index")?,
        numbr: there(numbr, "numbr")?,
        coordinates: list(there(coordinates, "coordinates")?, |value| coordinate(document(value)?))?,
    })
}

fn coordinate(from: &RawDocument) -> Result<Coordinate, Refusal> {
    let (mut timestamp, mut latitude, mut longitude) = (None, None, None);
    for element in from {
        let (name, value) = element?;
        match name.as_str() {
            "timestamp" => once(&mut timestamp, "timestamp", int64(value))?,
            "latitude" => once(&mut latitude, "latitude", double(value))?,
            "longitude" => once(&mut longitude, "longitude", double(value))?,
            other => return Err(unknown(other)),
        }
    }
    Ok(Coordinate {
        timestamp: there(timestamp, "timestamp")?,
        latitude: there(latitude, "latitude")?,
        longitude: there(longitude, "longitude")?,
    })
}
