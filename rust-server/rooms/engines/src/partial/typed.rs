//! The types that have the fields of an excerpt alone, as serde derives their readers: fields that they do not have are skipped.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use testbed_objects::{DummyExcerpt, Excerpt, NumericExcerpt};

/// An excerpt, and what serde reads for it.
pub trait Typed: Excerpt {
    /// The fields as they stand in a body.
    type Fields: DeserializeOwned + Into<Self>;
}

impl Typed for NumericExcerpt {
    type Fields = Numeric;
}

/// Of a list it has one field of each item, and takes the fifth. In XML an absent list is an empty one.
#[derive(Deserialize)]
pub struct Numeric {
    id: String,
    numbr: i32,
    #[serde(default)]
    coordinates: Vec<Point>,
}

#[derive(Deserialize)]
struct Point {
    latitude: f64,
}

impl From<Numeric> for NumericExcerpt {
    fn from(fields: Numeric) -> Self {
        let latitude = fields.coordinates.get(4).map(|point| point.latitude);
        Self { id: fields.id, numbr: fields.numbr, latitude }
    }
}

impl Typed for DummyExcerpt {
    type Fields = Dummy;
}

/// Its fields stand at the top.
#[derive(Deserialize)]
pub struct Dummy {
    #[serde(rename = "_id")]
    id: String,
    age: i32,
    #[serde(rename = "favoriteFruit")]
    favorite_fruit: String,
}

impl From<Dummy> for DummyExcerpt {
    fn from(Dummy { id, age, favorite_fruit }: Dummy) -> Self {
        Self { id, age, favorite_fruit }
    }
}
