//! JSON by `serde_json`.
//!
//! Quirks: reads doubles exactly only with its feature `float_roundtrip`, which is on; takes an integer for a double.

use super::checks::{DERIVED, checked, named};
use super::{Engine, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::Object;

/// The default engine of JSON.
pub struct SerdeJson;

impl Engine for SerdeJson {
    const NAME: &'static str = named!("serde_json");
    const LIBRARY: &'static str = "serde_json";
    const FORMAT: Format = Format::Json;
    const CHECKS: &'static [Checks] = DERIVED;
    const SETTINGS: &'static [&'static str] = &["feature float_roundtrip: reads doubles to the last bit"];
    const WRITES: bool = true;

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        checked(|| serde_json::from_slice(bytes))
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        Ok(serde_json::to_vec(object)?)
    }
}
