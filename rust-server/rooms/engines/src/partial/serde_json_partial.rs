//! JSON by `serde_json`, into a type of the three fields.
//!
//! Quirks: a text that is skipped is never decoded, so it may be no UTF-8; a number that is skipped may be of any size. What looks for the end of a text is
//! one function, whether the text is read or skipped. While nobody skips, the compiler makes it part of the default engine's reader, which took 1.05 to 1.09
//! times as long in one build with this engine; hence the feature `by-hand`.

use super::typed::Typed;
use super::{PartialEngine, Reads};
use crate::Refusal;
use testbed_contract::{Format, Kind};

/// JSON by serde, and so the default engine of JSON and partial where it is in the build.
pub struct SerdeJsonPartial;

impl PartialEngine for SerdeJsonPartial {
    const NAME: &'static str = "serde_json-partial";
    const LIBRARY: &'static str = "serde_json";
    const FORMAT: Format = Format::Json;
    const KIND: Kind = Kind::PartialTyped;
    const SETTINGS: &'static [&'static str] = &["feature float_roundtrip: reads doubles to the last bit"];
    const SKIPPED: &'static str = "the syntax; not that texts are UTF-8, and a number may be of any size";
}

impl<X: Typed> Reads<X> for SerdeJsonPartial {
    fn read(bytes: &[u8]) -> Result<X, Refusal> {
        Ok(serde_json::from_slice::<X::Fields>(bytes)?.into())
    }
}
