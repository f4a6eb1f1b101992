//! The object type `DummyObject`, made by `make objects` from `providers/objects/DummyObject.schema.json`.

use crate::{absent, object, record};

record! {
    /// A record of a person, mostly text, as JSON generators for test data write it.
    #[serde(rename_all = "camelCase")]
    pub struct DummyObject {
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
        #[serde(default = "absent")]
        tags: Vec<String>,
        #[serde(default = "absent")]
        friends: Vec<Friend>,
        greeting: String,
        favorite_fruit: String,
    }
}

record! {
    /// A friend of the person.
    pub struct Friend {
        id: i32,
        name: String,
    }
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
