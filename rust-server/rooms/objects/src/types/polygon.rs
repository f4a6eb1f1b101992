//! The object type `Polygon`, made by `make objects` from `providers/objects/Polygon.schema.json`.

use serde::{Deserialize, Serialize};

use crate::{Record, enumeration, object};

/// A polygon with a hole, as `GeoJSON` writes one: lists of lists of pairs of doubles.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Polygon {
    #[serde(default, skip_serializing)]
    record: Record,
    r#type: Geometry,
    #[serde(default)]
    bbox: Vec<f64>,
    #[serde(default)]
    coordinates: Vec<Vec<Vec<f64>>>,
}

enumeration! {
    /// What a geometry is.
    Geometry {
        Polygon = "Polygon",
    }
}

object!(Polygon, {
    "type": (one of Geometry),
    "bbox": [Double],
    "coordinates": [[[Double]]],
}, not in Xml: "nothing tells where an inner list of Polygon.coordinates ends");
