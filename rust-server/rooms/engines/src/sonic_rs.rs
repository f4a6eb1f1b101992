//! JSON by `sonic-rs`.
//!
//! Quirks: chooses its vector instructions when it is compiled, and a server is compiled for any processor of its architecture; takes an integer for a double.

use super::engine::BY_SERDE;
use super::{Engine, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::{Object, with_every_list};

/// JSON by the vector instructions that each processor of the architecture has.
pub struct SonicRs;

impl Engine for SonicRs {
    const NAME: &'static str = "sonic-rs";
    const LIBRARY: &'static str = "sonic-rs";
    const FORMAT: Format = Format::Json;
    const CHECKS: &'static [Checks] = BY_SERDE;
    const SETTINGS: &'static [&'static str] = &[];

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        with_every_list(|| sonic_rs::from_slice(bytes))
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        Ok(sonic_rs::to_vec(object)?)
    }
}
