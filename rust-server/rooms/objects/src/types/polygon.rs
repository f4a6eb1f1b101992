//! The object type `Polygon`, made by `make objects` from `providers/objects/Polygon.schema.json`.

use crate::{absent, enumeration, object, record};

record! {
    /// A polygon with a hole, as `GeoJSON` writes one: lists of lists of pairs of doubles.
    pub struct Polygon {
        r#type: Geometry,
        #[serde(default = "absent")]
        bbox: Vec<f64>,
        #[serde(default = "absent")]
        coordinates: Vec<Vec<Vec<f64>>>,
    }
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
