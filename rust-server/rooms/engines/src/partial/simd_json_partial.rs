//! JSON by `simd-json`, into a type of the three fields.
//!
//! Quirks: indexes and checks the whole body first, as for a whole object; writes into the body; keeps its buffers from parse to parse.

use super::typed::Typed;
use super::{PartialEngine, Reads};
use crate::Refusal;
use crate::simd_json::{WITH_BUFFERS, with_buffers};
use testbed_contract::{Format, Kind};

/// JSON by vector instructions; the default engine of JSON and partial where `serde_json-partial` is not in the build.
pub struct SimdJsonPartial;

impl PartialEngine for SimdJsonPartial {
    const NAME: &'static str = "simd-json-partial";
    const LIBRARY: &'static str = "simd-json";
    const FORMAT: Format = Format::Json;
    const KIND: Kind = Kind::PartialTyped;
    const SETTINGS: &'static [&'static str] = WITH_BUFFERS;
    const SKIPPED: &'static str = "everything: the syntax, and that texts are UTF-8 and numbers fit";
    const IN_PLACE: bool = true;
}

impl<X: Typed> Reads<X> for SimdJsonPartial {
    fn read(bytes: &[u8]) -> Result<X, Refusal> {
        Self::read_in_place(&mut bytes.to_vec())
    }

    fn read_in_place(bytes: &mut [u8]) -> Result<X, Refusal> {
        let fields = with_buffers(|buffers| simd_json::serde::from_slice_with_buffers::<X::Fields>(bytes, buffers))?;
        Ok(fields.into())
    }
}
