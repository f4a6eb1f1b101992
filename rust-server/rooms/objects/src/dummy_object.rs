//! Object type 2: a record of a person, mostly text.

use serde::{Deserialize, Serialize};

use super::{Record, object};

/// `providers/objects/DummyObject.schema.json`
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct DummyObject {
    #[serde(default, skip_serializing)]
    record: Record,
    #[serde(rename = "_id")]
    id: String,
    index: i32,
    guid: String,
    is_active: bool,
    balance: f64,
    picture: String,
    age: i32,
    eye_color: String,
    name: String,
    gender: String,
    company: String,
    email: String,
    phone: String,
    address: String,
    about: String,
    registered: String,
    latitude: f64,
    longitude: f64,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    friends: Vec<DummyFriend>,
    greeting: String,
    favorite_fruit: String,
}

/// Someone whom the person knows.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DummyFriend {
    #[serde(default, skip_serializing)]
    record: Record,
    id: i32,
    name: String,
}

object!(DummyObject = 2, {
    Integer: ["index", "age", "id"],
    Number: ["balance", "latitude", "longitude"],
    Boolean: ["isActive"],
});
