//! BSON by `bson`.
//!
//! Quirks: has no limit of depth and ends the process at some 1,700 levels, which only the guard prevents; reads an int64 that fits as an int32.

use super::checks::{DERIVED, checked, named};
use super::{Engine, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::Object;

/// The default engine of BSON.
pub struct Bson;

impl Engine for Bson {
    const NAME: &'static str = named!("bson");
    const LIBRARY: &'static str = "bson";
    const FORMAT: Format = Format::Bson;
    const CHECKS: &'static [Checks] = DERIVED;
    const SETTINGS: &'static [&'static str] = &[];
    const WRITES: bool = true;

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        checked(|| bson::deserialize_from_slice(bytes))
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        Ok(bson::serialize_to_vec(object)?)
    }
}
