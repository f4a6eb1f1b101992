//! `DummyObject` of raw BSON.

use bson::raw::RawDocument;
use testbed_objects::dummy_object::{DummyObject, Friend};

use super::{Refusal, document, double, int32, list, once, text, there, unknown};

/// One of a whole document.
///
/// # Errors
/// Says which field is wrong.
pub fn read(from: &RawDocument) -> Result<DummyObject, Refusal> {
    let (mut id, mut index, mut guid, mut is_active, mut balance, mut picture) = (None, None, None, None, None, None);
    let (mut age, mut eye_color, mut name, mut gender, mut company, mut email) = (None, None, None, None, None, None);
    let (mut phone, mut address, mut about, mut registered, mut latitude) = (None, None, None, None, None);
    let (mut longitude, mut tags, mut friends, mut greeting, mut favorite_fruit) = (None, None, None, None, None);
    for element in from {
        let (field, value) = element?;
        match field.as_str() {
            "_id" => once(&mut id, "_id", text(value))?,
            "index" => once(&mut index, "index", int32(value))?,
            "guid" => once(&mut guid, "guid", text(value))?,
            "isActive" => once(&mut is_active, "isActive", value.as_bool())?,
            "balance" => once(&mut balance, "balance", double(value))?,
            "picture" => once(&mut picture, "picture", text(value))?,
            "age" => once(&mut age, "age", int32(value))?,
            "eyeColor" => once(&mut eye_color, "eyeColor", text(value))?,
            "name" => once(&mut name, "name", text(value))?,
            "gender" => once(&mut gender, "gender", text(value))?,
            "company" => once(&mut company, "company", text(value))?,
            "email" => once(&mut email, "email", text(value))?,
            "phone" => once(&mut phone, "phone", text(value))?,
            "address" => once(&mut address, "address", text(value))?,
            "about" => once(&mut about, "about", text(value))?,
            "registered" => once(&mut registered, "registered", text(value))?,
            "latitude" => once(&mut latitude, "latitude", double(value))?,
            "longitude" => once(&mut longitude, "longitude", double(value))?,
            "tags" => once(&mut tags, "tags", value.as_array())?,
            "friends" => once(&mut friends, "friends", value.as_array())?,
            "greeting" => once(&mut greeting, "greeting", text(value))?,
            "favoriteFruit" => once(&mut favorite_fruit, "favoriteFruit", text(value))?,
            other => return Err(unknown(other)),
        }
    }
    Ok(DummyObject {
        id: there(id, "_id")?,
        index: there(index, "index")?,
        guid: there(guid, "guid")?,
        is_active: there(is_active, "isActive")?,
        balance: there(balance, "balance")?,
        picture: there(picture, "picture")?,
        age: there(age, "age")?,
        eye_color: there(eye_color, "eyeColor")?,
        name: there(name, "name")?,
        gender: there(gender, "gender")?,
        company: there(company, "company")?,
        email: there(email, "email")?,
        phone: there(phone, "phone")?,
        address: there(address, "address")?,
        about: there(about, "about")?,
        registered: there(registered, "registered")?,
        latitude: there(latitude, "latitude")?,
        longitude: there(longitude, "longitude")?,
        tags: list(there(tags, "tags")?, |value| there(text(value), "a text of tags"))?,
        friends: list(there(friends, "friends")?, |value| friend(document(value)?))?,
        greeting: there(greeting, "greeting")?,
        favorite_fruit: there(favorite_fruit, "favoriteFruit")?,
    })
}

fn friend(from: &RawDocument) -> Result<Friend, Refusal> {
    let (mut id, mut name) = (None, None);
    for element in from {
        let (field, value) = element?;
        match field.as_str() {
            "id" => once(&mut id, "id", int32(value))?,
            "name" => once(&mut name, "name", text(value))?,
            other => return Err(unknown(other)),
        }
    }
    Ok(Friend { id: there(id, "id")?, name: there(name, "name")? })
}
