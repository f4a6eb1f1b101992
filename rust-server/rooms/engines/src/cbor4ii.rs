//! CBOR by `cbor4ii`.
//!
//! Quirks: passes over what follows the object; takes neither an integer nor a number of 32 bits for a double; refuses more than 256 levels.

use super::checks::{DERIVED, checked, named};
use super::{Engine, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::Object;

/// The default engine of CBOR.
pub struct Cbor4ii;

impl Engine for Cbor4ii {
    const NAME: &'static str = named!("cbor4ii");
    const LIBRARY: &'static str = "cbor4ii";
    const FORMAT: Format = Format::Cbor;
    const CHECKS: &'static [Checks] = DERIVED;
    const SETTINGS: &'static [&'static str] = &[];
    const WRITES: bool = true;

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        checked(|| cbor4ii::serde::from_slice(bytes))
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        Ok(cbor4ii::serde::to_vec(Vec::new(), object)?)
    }
}
