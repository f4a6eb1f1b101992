//! JSON by `simd-json`.
//!
//! Quirks: writes into the body that it reads, so a body is parsed once; doubles are exact unless its feature `approx-number-parsing` is on, which it is not;
//! takes an integer for a double.

use std::cell::RefCell;

use simd_json::Buffers;

use super::checks::{DERIVED, checked, named};
use super::{Engine, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::Object;

/// JSON by vector instructions, which are looked for at run time.
pub struct SimdJson;

const BIG_INTEGERS: &str =
    "feature big-int-as-float: takes an integer of more than 64 bits for a double, as every other engine does";

/// The settings of those who keep their buffers, which `from_slice` makes anew.
pub const WITH_BUFFERS: &[&str] =
    &["from_slice_with_buffers: keeps its buffers from parse to parse, one set a thread", BIG_INTEGERS];

thread_local! {
    static BUFFERS: RefCell<Buffers> = RefCell::default();
}

/// Lends this thread's buffers.
#[inline]
pub fn with_buffers<R>(read: impl FnOnce(&mut Buffers) -> R) -> R {
    BUFFERS.with_borrow_mut(read)
}

impl Engine for SimdJson {
    const NAME: &'static str = named!("simd-json");
    const LIBRARY: &'static str = "simd-json";
    const FORMAT: Format = Format::Json;
    const CHECKS: &'static [Checks] = DERIVED;
    const SETTINGS: &'static [&'static str] = if cfg!(feature = "equal") { WITH_BUFFERS } else { &[BIG_INTEGERS] };
    const IN_PLACE: bool = true;

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        Self::decode_in_place(&mut bytes.to_vec())
    }

    #[cfg(not(feature = "equal"))]
    fn decode_in_place<T: Object>(bytes: &mut [u8]) -> Result<T, Refusal> {
        checked(|| simd_json::serde::from_slice(bytes))
    }

    #[cfg(feature = "equal")]
    fn decode_in_place<T: Object>(bytes: &mut [u8]) -> Result<T, Refusal> {
        with_buffers(|buffers| checked(|| simd_json::serde::from_slice_with_buffers(bytes, buffers)))
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        Ok(simd_json::to_vec(object)?)
    }
}
