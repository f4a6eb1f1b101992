//! `MessagePack` by `rmp-serde`.
//!
//! Quirks: passes over what follows the object; reads a list as a record, and an integer or a number of 32 bits as a double; refuses more than 1,024 levels.

use super::checks::{DERIVED, checked, named};
use super::{Engine, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::Object;

/// The default engine of `MessagePack`.
pub struct RmpSerde;

impl Engine for RmpSerde {
    const NAME: &'static str = named!("rmp-serde");
    const LIBRARY: &'static str = "rmp-serde";
    const FORMAT: Format = Format::MessagePack;
    const CHECKS: &'static [Checks] = DERIVED;
    const SETTINGS: &'static [&'static str] = &[];
    const WRITES: bool = true;
    const WRITER: &'static [&'static str] =
        &["to_vec_named: writes records as maps of names, which is the canonical form, and not as lists"];

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        checked(|| rmp_serde::from_slice(bytes))
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        Ok(rmp_serde::to_vec_named(object)?)
    }
}
