//! Two object types with the fields of their schemas, whose texts are owned or borrowed.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// One that can be read of a body and written again.
pub trait Shape<'a>: Deserialize<'a> + Serialize {
    /// Whether its texts lie in the body, where none of their characters is escaped.
    const BORROWS: bool;
    /// Whether some variant has a double of so many digits that reading it nearly is not reading it exactly.
    const LONG_DOUBLES: bool;

    /// A text without escapes.
    fn id(&self) -> &str;
}

/// Texts of an object.
pub trait Text<'a>: Deserialize<'a> + Serialize + AsRef<str> {
    /// Whether they lie in the body.
    const BORROWS: bool;
}

impl Text<'_> for String {
    const BORROWS: bool = false;
}

/// A text that lies in the body; one with an escape is owned.
#[derive(Deserialize, Serialize)]
pub struct Borrowed<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> Text<'a> for Borrowed<'a> {
    const BORROWS: bool = true;
}

impl AsRef<str> for Borrowed<'_> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// A record of a person, mostly text.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DummyObject<S> {
    #[serde(rename = "_id")]
    id: S,
    index: i32,
    guid: S,
    is_active: bool,
    balance: f64,
    picture: S,
    age: i32,
    eye_color: S,
    name: S,
    gender: S,
    company: S,
    email: S,
    phone: S,
    address: S,
    about: S,
    registered: S,
    latitude: f64,
    longitude: f64,
    #[serde(default = "Vec::new")]
    tags: Vec<S>,
    #[serde(default = "Vec::new")]
    friends: Vec<Friend<S>>,
    greeting: S,
    favorite_fruit: S,
}

#[derive(Deserialize, Serialize)]
struct Friend<S> {
    id: i32,
    name: S,
}

impl<'a, S: Text<'a>> Shape<'a> for DummyObject<S> {
    const BORROWS: bool = S::BORROWS;
    const LONG_DOUBLES: bool = false;

    fn id(&self) -> &str {
        self.id.as_ref()
    }
}

/// A track of coordinates, mostly numbers.
#[derive(Deserialize, Serialize)]
pub struct NumericObject<S> {
    id: S,
    index: i32,
    numbr: i32,
    #[serde(default = "Vec::new")]
    coordinates: Vec<Coordinate>,
}

#[derive(Deserialize, Serialize)]
struct Coordinate {
    timestamp: i64,
    latitude: f64,
    longitude: f64,
}

impl<'a, S: Text<'a>> Shape<'a> for NumericObject<S> {
    const BORROWS: bool = S::BORROWS;
    const LONG_DOUBLES: bool = true;

    fn id(&self) -> &str {
        self.id.as_ref()
    }
}
