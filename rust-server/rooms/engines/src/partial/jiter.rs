//! JSON by `jiter`, pulled by hand: one pass over names and values.
//!
//! Quirks: a text that is skipped is never decoded, so it may be no UTF-8; skips no value of over 200 levels; takes an integer for a double.

use jiter::{Jiter as Json, NumberInt};

use super::{PartialEngine, Reads};
use crate::Refusal;
use crate::engine::there;
use testbed_contract::{Format, Kind};
use testbed_objects::{DummyExcerpt, NumericExcerpt};

/// JSON as events.
pub struct Jiter;

impl PartialEngine for Jiter {
    const NAME: &'static str = "jiter";
    const LIBRARY: &'static str = "jiter";
    const FORMAT: Format = Format::Json;
    const KIND: Kind = Kind::Pull;
    const SETTINGS: &'static [&'static str] =
        &["without feature num-bigint: an integer of more than 64 bits is refused, where an integer is due"];
    const SKIPPED: &'static str = "the syntax; not that texts are UTF-8, and a number may be of any size";
}

impl Reads<NumericExcerpt> for Jiter {
    fn read(bytes: &[u8]) -> Result<NumericExcerpt, Refusal> {
        let mut json = Json::new(bytes);
        let (mut id, mut numbr, mut latitude) = (None, None, None);
        let mut next = json.next_object()?;
        while let Some(name) = next {
            match name {
                "id" => id = Some(json.next_str()?.to_owned()),
                "numbr" => numbr = Some(int32(&mut json)?),
                "coordinates" => latitude = fifth_latitude(&mut json)?,
                _ => json.next_skip()?,
            }
            next = json.next_key()?;
        }
        json.finish()?;
        Ok(NumericExcerpt { id: there(id, "id")?, numbr: there(numbr, "numbr")?, latitude })
    }
}

impl Reads<DummyExcerpt> for Jiter {
    fn read(bytes: &[u8]) -> Result<DummyExcerpt, Refusal> {
        let mut json = Json::new(bytes);
        let (mut id, mut age, mut favorite_fruit) = (None, None, None);
        let mut next = json.next_object()?;
        while let Some(name) = next {
            match name {
                "_id" => id = Some(json.next_str()?.to_owned()),
                "age" => age = Some(int32(&mut json)?),
                "favoriteFruit" => favorite_fruit = Some(json.next_str()?.to_owned()),
                _ => json.next_skip()?,
            }
            next = json.next_key()?;
        }
        json.finish()?;
        let favorite_fruit = there(favorite_fruit, "favoriteFruit")?;
        Ok(DummyExcerpt { id: there(id, "_id")?, age: there(age, "age")?, favorite_fruit })
    }
}

fn int32(json: &mut Json) -> Result<i32, Refusal> {
    let NumberInt::Int(number) = json.next_int()?;
    Ok(i32::try_from(number)?)
}

/// The latitude of the fifth item of a list, which is skipped but for that.
fn fifth_latitude(json: &mut Json) -> Result<Option<f64>, Refusal> {
    let (mut latitude, mut index) = (None, 0);
    let mut next = json.next_array()?;
    while let Some(item) = next {
        if index == 4 {
            latitude = Some(own_latitude(json)?);
        } else {
            json.known_skip(item)?;
        }
        index += 1;
        next = json.array_step()?;
    }
    Ok(latitude)
}

fn own_latitude(json: &mut Json) -> Result<f64, Refusal> {
    let mut latitude = None;
    let mut next = json.next_object()?;
    while let Some(name) = next {
        match name {
            "latitude" => latitude = Some(json.next_float()?),
            _ => json.next_skip()?,
        }
        next = json.next_key()?;
    }
    there(latitude, "latitude")
}
