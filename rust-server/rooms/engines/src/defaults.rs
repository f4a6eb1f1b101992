//! The default engine of each format, for whoever has a format and no engine.

use super::{ApacheAvro, Bson, Cbor4ii, Engine, Prost, QuickXml, Refusal, RmpSerde, SerdeJson, Visitor};
use testbed_contract::Format;
use testbed_objects::Object;

/// Shows them to a visitor, one a format: the first of the format in `registry`.
pub fn defaults(visitor: &mut impl Visitor) {
    visitor.visit::<SerdeJson>();
    visitor.visit::<Bson>();
    visitor.visit::<QuickXml>();
    visitor.visit::<Prost>();
    visitor.visit::<RmpSerde>();
    visitor.visit::<Cbor4ii>();
    visitor.visit::<ApacheAvro>();
}

/// The object that a format's default engine reads.
///
/// # Errors
/// As of `Engine::decode`.
pub fn decode_by_default<T: Object>(format: Format, body: &[u8]) -> Result<T, Refusal> {
    let mut decode = Decode { format, body, object: Err("the format has no default engine".into()) };
    defaults(&mut decode);
    decode.object
}

struct Decode<'a, T> {
    format: Format,
    body: &'a [u8],
    object: Result<T, Refusal>,
}

impl<T: Object> Visitor for Decode<'_, T> {
    fn visit<E: Engine>(&mut self) {
        if E::FORMAT == self.format {
            self.object = E::decode(self.body);
        }
    }
}

/// The bytes that a format's default engine writes.
///
/// # Errors
/// As of `Engine::encode`.
pub fn encode_by_default<T: Object>(format: Format, object: &T) -> Result<Vec<u8>, Refusal> {
    let mut encode = Encode { format, object, bytes: Err("the format has no default engine".into()) };
    defaults(&mut encode);
    encode.bytes
}

struct Encode<'a, T> {
    format: Format,
    object: &'a T,
    bytes: Result<Vec<u8>, Refusal>,
}

impl<T: Object> Visitor for Encode<'_, T> {
    fn visit<E: Engine>(&mut self) {
        if E::FORMAT == self.format {
            self.bytes = E::encode(self.object);
        }
    }
}
