//! The engines of operation partial: each reads the excerpt of an object and passes over the rest. One file an engine, one line in the registry below.

mod bson_document;
mod bson_partial;
#[cfg(any(test, feature = "by-hand"))]
mod bson_raw_get;
#[cfg(any(test, feature = "by-hand"))]
mod bson_raw_pull;
mod codec;
mod engine;
mod jiter;
mod quick_xml_partial;
mod quick_xml_reader;
mod roxmltree;
#[cfg(any(test, feature = "by-hand"))]
mod serde_json_partial;
mod serde_json_value;
mod simd_json_partial;
mod simd_json_tape;
#[cfg(test)]
mod skipped_tests;
#[cfg(test)]
mod tests;
mod typed;

pub use self::bson_document::BsonDocument;
pub use self::bson_partial::BsonPartial;
#[cfg(any(test, feature = "by-hand"))]
pub use self::bson_raw_get::BsonRawGet;
#[cfg(any(test, feature = "by-hand"))]
pub use self::bson_raw_pull::BsonRawPull;
pub(super) use self::codec::codecs;
pub use self::engine::{PartialEngine, Reads, Visitor};
pub use self::jiter::Jiter;
pub use self::quick_xml_partial::QuickXmlPartial;
pub use self::quick_xml_reader::QuickXmlReader;
pub use self::roxmltree::Roxmltree;
#[cfg(any(test, feature = "by-hand"))]
pub use self::serde_json_partial::SerdeJsonPartial;
pub use self::serde_json_value::SerdeJsonValue;
pub use self::simd_json_partial::SimdJsonPartial;
pub use self::simd_json_tape::SimdJsonTape;

/// The registry: a new engine is its file and its line here. The first of a format is the default of format and operation. One that would slow an engine of
/// operation decode is behind the feature `by-hand`.
pub fn registry(visitor: &mut impl Visitor) {
    #[cfg(any(test, feature = "by-hand"))]
    visitor.visit::<SerdeJsonPartial>();
    visitor.visit::<SimdJsonPartial>();
    visitor.visit::<Jiter>();
    visitor.visit::<SimdJsonTape>();
    visitor.visit::<SerdeJsonValue>();
    visitor.visit::<BsonPartial>();
    #[cfg(any(test, feature = "by-hand"))]
    visitor.visit::<BsonRawPull>();
    #[cfg(any(test, feature = "by-hand"))]
    visitor.visit::<BsonRawGet>();
    visitor.visit::<BsonDocument>();
    visitor.visit::<QuickXmlPartial>();
    visitor.visit::<QuickXmlReader>();
    visitor.visit::<Roxmltree>();
}
