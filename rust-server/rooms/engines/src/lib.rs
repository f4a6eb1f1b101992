//! The engines: libraries that read and write one format. One file an engine, one line in the registry below. Floors and passes stand beside them. `partial`
//! has those that read excerpts.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod apache_avro;
mod bson;
#[cfg(any(test, feature = "by-hand"))]
mod bson_raw;
mod cbor4ii;
mod checks;
mod codec;
mod defaults;
mod engine;
mod floor;
mod known;
#[cfg(feature = "meter")]
mod meter;
pub mod partial;
mod pass;
mod prost;
mod quick_xml;
mod registry;
mod rmp_serde;
mod serde_json;
mod serde_xml_rs;
mod simd_json;

pub use self::apache_avro::ApacheAvro;
pub use self::bson::Bson;
#[cfg(any(test, feature = "by-hand"))]
pub use self::bson_raw::BsonRaw;
pub use self::cbor4ii::Cbor4ii;
pub use self::codec::{Codec, Refused, Timed, unpanicked};
pub use self::defaults::{decode_by_default, defaults, encode_by_default};
pub use self::engine::{Engine, Refusal, Visitor};
pub use self::floor::Floor;
use self::floor::Floors;
pub use self::known::{Unknown, known_bodies, known_body};
pub use self::pass::Pass;
use self::pass::Passes;
pub use self::prost::{HasMessage, Prost};
pub use self::quick_xml::QuickXml;
pub use self::registry::{CheckedEngine, EngineRegistry};
pub use self::rmp_serde::RmpSerde;
pub use self::serde_json::SerdeJson;
pub use self::serde_xml_rs::SerdeXmlRs;
pub use self::simd_json::SimdJson;

/// The registry: a new engine is its file and its line here. The first of a format is its default.
pub fn registry(visitor: &mut impl Visitor) {
    visitor.visit::<SerdeJson>();
    visitor.visit::<SimdJson>();
    visitor.visit::<Bson>();
    #[cfg(any(test, feature = "by-hand"))]
    visitor.visit::<BsonRaw>();
    visitor.visit::<QuickXml>();
    visitor.visit::<SerdeXmlRs>();
    visitor.visit::<Prost>();
    visitor.visit::<RmpSerde>();
    visitor.visit::<Cbor4ii>();
    visitor.visit::<ApacheAvro>();
    defaults(&mut Floors(visitor));
    defaults(&mut Passes(visitor));
    #[cfg(feature = "meter")]
    meter::registry(visitor);
}

#[cfg(test)]
mod case_tests;
#[cfg(test)]
mod doubles_tests;
#[cfg(test)]
mod floor_tests;
#[cfg(all(test, feature = "equal"))]
mod kind_tests;
#[cfg(all(test, feature = "equal"))]
mod strict_tests;
#[cfg(test)]
mod tests;
