//! BSON by `bson`.
//!
//! Quirks: has no limit of depth and ends the process at some 1,700 levels, which only the guard prevents; reads an int64 that fits as an int32.

use super::engine::BY_SERDE;
use super::{Engine, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::{Object, with_every_list};

/// The default engine of BSON.
pub struct Bson;

impl Engine for Bson {
    const NAME: &'static str = "bson";
    const LIBRARY: &'static str = "bson";
    const FORMAT: Format = Format::Bson;
    const CHECKS: &'static [Checks] = BY_SERDE;
    const SETTINGS: &'static [&'static str] = &[];
    const WRITES: bool = true;

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        with_every_list(|| bson::deserialize_from_slice(bytes))
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        Ok(bson::serialize_to_vec(object)?)
    }
}
