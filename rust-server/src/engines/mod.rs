//! The engines: libraries that read and write one format. One file an engine, one line in the registry below.

mod bson;
mod codec;
mod quick_xml;
mod serde_json;

use std::error::Error;

pub use self::bson::Bson;
pub use self::codec::{Codec, codec, unpanicked};
pub use self::quick_xml::QuickXml;
pub use self::serde_json::SerdeJson;
use crate::environment::locked_version;
use crate::format::Format;
use crate::objects::{Object, ObjectType, codecs};

/// Why an engine did not take some bytes, or could not write an object; its text is the library's.
pub type Refusal = Box<dyn Error + Send + Sync>;

/// A library that reads and writes one format.
pub trait Engine: 'static {
    /// What requests call it.
    const NAME: &'static str;
    /// The crate whose version is announced.
    const LIBRARY: &'static str;
    /// What it reads and writes.
    const FORMAT: Format;

    /// Bytes in, an owned object out; this alone is what the window times.
    ///
    /// # Errors
    /// The library's, for all that is not exactly one object of this type.
    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal>;

    /// The canonical bytes of an object.
    ///
    /// # Errors
    /// The library's; a registered object type gives none.
    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal>;
}

/// The registry: a new engine is its file and its line here. The first of a format is its default.
fn registry() -> Vec<Registered> {
    vec![Registered::of::<SerdeJson>(), Registered::of::<Bson>(), Registered::of::<QuickXml>()]
}

/// An engine as the server knows it: its facts, and a codec for each object type whose goldens it keeps.
pub struct Registered {
    /// What requests call it.
    pub name: &'static str,
    /// The crate.
    pub library: &'static str,
    /// The crate's version in this binary.
    pub version: &'static str,
    /// What it reads and writes.
    pub format: Format,
    /// Whether it serves its format where a request names none.
    pub default: bool,
    /// One for each object type that it may be timed with.
    pub codecs: Vec<Box<dyn Codec>>,
    /// Why an object type has no codec above.
    pub failing: Vec<String>,
}

impl Registered {
    fn of<E: Engine>() -> Self {
        let mut kept = Self {
            name: E::NAME,
            library: E::LIBRARY,
            version: locked_version(E::LIBRARY).expect("an engine's library is a dependency in Cargo.toml"),
            format: E::FORMAT,
            default: false,
            codecs: Vec::new(),
            failing: Vec::new(),
        };
        for codec in codecs::<E>() {
            match codec.check_goldens() {
                Ok(()) => kept.codecs.push(codec),
                Err(why) => kept.failing.push(format!("{}: {why}", codec.object_type().name)),
            }
        }
        kept
    }

    /// Its codec for an object type, unless the goldens failed.
    pub fn codec(&self, object_type: ObjectType) -> Option<&dyn Codec> {
        self.codecs.iter().find(|codec| codec.object_type() == object_type).map(AsRef::as_ref)
    }
}

/// Every engine, checked against the goldens.
pub struct Engines(Vec<Registered>);

impl Engines {
    /// Builds the registry and checks each engine for each object type; takes some milliseconds.
    pub fn checked() -> Self {
        let mut engines = registry();
        for format in Format::ALL {
            if let Some(first) = engines.iter_mut().find(|engine| engine.format == format) {
                first.default = true;
            }
        }
        Self(engines)
    }

    /// All of them, in the registry's order.
    pub fn all(&self) -> &[Registered] {
        &self.0
    }

    /// The engine of this name, or the format's default where there is none.
    pub fn find(&self, format: Format, name: Option<&str>) -> Option<&Registered> {
        let fits =
            |engine: &&Registered| engine.format == format && name.map_or(engine.default, |name| engine.name == name);
        self.0.iter().find(fits)
    }

    /// What a request may call the engines of a format.
    pub fn names(&self, format: Format) -> Vec<&'static str> {
        self.0.iter().filter(|engine| engine.format == format).map(|engine| engine.name).collect()
    }
}

#[cfg(test)]
mod tests;
