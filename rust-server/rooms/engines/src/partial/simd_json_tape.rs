//! JSON by the tape of `simd-json`: an index of the whole body, which is asked for each field.
//!
//! Quirks: writes into the body; keeps its buffers from parse to parse, and makes the tape anew; each field is looked for from the first name on.

use simd_json::prelude::*;
use simd_json::tape::Value;
use simd_json::to_tape_with_buffers;

use super::{PartialEngine, Reads};
use crate::Refusal;
use crate::engine::there;
use crate::simd_json::with_buffers;
use testbed_contract::{Format, Kind};
use testbed_objects::{DummyExcerpt, NumericExcerpt};

/// JSON as an index.
pub struct SimdJsonTape;

impl PartialEngine for SimdJsonTape {
    const NAME: &'static str = "simd-json-tape";
    const LIBRARY: &'static str = "simd-json";
    const FORMAT: Format = Format::Json;
    const KIND: Kind = Kind::Lazy;
    const SETTINGS: &'static [&'static str] = &[
        "to_tape_with_buffers: keeps its buffers from parse to parse, one set a thread",
        "feature big-int-as-float: takes an integer of more than 64 bits for a double, as every other engine does",
    ];
    const SKIPPED: &'static str = "everything: the syntax, and that texts are UTF-8 and numbers fit";
    const IN_PLACE: bool = true;
}

impl Reads<NumericExcerpt> for SimdJsonTape {
    fn read(bytes: &[u8]) -> Result<NumericExcerpt, Refusal> {
        Self::read_in_place(&mut bytes.to_vec())
    }

    fn read_in_place(bytes: &mut [u8]) -> Result<NumericExcerpt, Refusal> {
        let tape = with_buffers(|buffers| to_tape_with_buffers(bytes, buffers))?;
        let object = tape.as_value();
        let fifth = there(object.get("coordinates"), "coordinates")?.get_idx(4);
        let latitude = fifth.map(|point| there(point.get("latitude").cast_f64(), "latitude")).transpose()?;
        Ok(NumericExcerpt { id: text(object, "id")?, numbr: int32(object, "numbr")?, latitude })
    }
}

impl Reads<DummyExcerpt> for SimdJsonTape {
    fn read(bytes: &[u8]) -> Result<DummyExcerpt, Refusal> {
        Self::read_in_place(&mut bytes.to_vec())
    }

    fn read_in_place(bytes: &mut [u8]) -> Result<DummyExcerpt, Refusal> {
        let tape = with_buffers(|buffers| to_tape_with_buffers(bytes, buffers))?;
        let object = tape.as_value();
        let favorite_fruit = text(object, "favoriteFruit")?;
        Ok(DummyExcerpt { id: text(object, "_id")?, age: int32(object, "age")?, favorite_fruit })
    }
}

fn text(object: Value, name: &str) -> Result<String, Refusal> {
    there(object.get(name).as_str().map(str::to_owned), name)
}

fn int32(object: Value, name: &str) -> Result<i32, Refusal> {
    there(object.get(name).as_i32(), name)
}
