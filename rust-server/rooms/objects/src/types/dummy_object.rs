//! The object type `DummyObject`, made by `make objects` from `providers/objects/DummyObject.schema.json`.

use serde::{Deserialize, Serialize};

use crate::{Record, object};

/// A record of a person, mostly text, as JSON generators for test data write it.
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
    friends: Vec<Friend>,
    greeting: String,
    favorite_fruit: String,
}

/// A friend of the person.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Friend {
    #[serde(default, skip_serializing)]
    record: Record,
    id: i32,
    name: String,
}

object!(DummyObject = 2, {
    "_id": Text,
    "index": Int32,
    "guid": Text,
    "isActive": Boolean,
    "balance": Double,
    "picture": Text,
    "age": Int32,
    "eyeColor": Text,
    "name": Text,
    "gender": Text,
    "company": Text,
    "email": Text,
    "phone": Text,
    "address": Text,
    "about": Text,
    "registered": Text,
    "latitude": Double,
    "longitude": Double,
    "tags": [Text],
    "friends": [{
        "id": Int32,
        "name": Text,
    }],
    "greeting": Text,
    "favoriteFruit": Text,
});
