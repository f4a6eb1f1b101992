//! BSON by `bson`, into a type of the three fields.
//!
//! Quirks: walks what is skipped element by element, and no length lets it jump; has no limit of depth.

use super::typed::Typed;
use super::{PartialEngine, Reads};
use crate::Refusal;
use testbed_contract::{Format, Kind};

/// The default engine of BSON and partial.
pub struct BsonPartial;

impl PartialEngine for BsonPartial {
    const NAME: &'static str = "bson-partial";
    const LIBRARY: &'static str = "bson";
    const FORMAT: Format = Format::Bson;
    const KIND: Kind = Kind::PartialTyped;
    const SETTINGS: &'static [&'static str] = &[];
    const SKIPPED: &'static str = "everything: types, lengths, and that texts are UTF-8";
}

impl<X: Typed> Reads<X> for BsonPartial {
    fn read(bytes: &[u8]) -> Result<X, Refusal> {
        Ok(bson::deserialize_from_slice::<X::Fields>(bytes)?.into())
    }
}
