//! JSON by `simd-json`.
//!
//! Quirks: writes into the body that it reads, so a body is parsed once; keeps its buffers from parse to parse; doubles are exact unless its feature
//! `approx-number-parsing` is on, which it is not; takes an integer for a double.

use std::cell::RefCell;

use simd_json::Buffers;

use super::engine::BY_SERDE;
use super::{Engine, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::{Object, with_every_list};

/// JSON by vector instructions, which are looked for at run time.
pub struct SimdJson;

thread_local! {
    static BUFFERS: RefCell<Buffers> = RefCell::default();
}

/// Lends this thread's buffers.
#[inline]
pub fn with_buffers<R>(read: impl FnOnce(&mut Buffers) -> R) -> R {
    BUFFERS.with_borrow_mut(read)
}

impl Engine for SimdJson {
    const NAME: &'static str = "simd-json";
    const LIBRARY: &'static str = "simd-json";
    const FORMAT: Format = Format::Json;
    const CHECKS: &'static [Checks] = BY_SERDE;
    const SETTINGS: &'static [&'static str] = &[
        "from_slice_with_buffers: keeps its buffers from parse to parse, one set a thread",
        "feature big-int-as-float: takes an integer of more than 64 bits for a double, as every other engine does",
    ];
    const IN_PLACE: bool = true;

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        Self::decode_in_place(&mut bytes.to_vec())
    }

    fn decode_in_place<T: Object>(bytes: &mut [u8]) -> Result<T, Refusal> {
        with_buffers(|buffers| with_every_list(|| simd_json::serde::from_slice_with_buffers(bytes, buffers)))
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        Ok(simd_json::to_vec(object)?)
    }
}
