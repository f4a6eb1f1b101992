//! The engines: libraries that read and write one format. One file an engine, one line in the registry below.

mod bson;
mod codec;
#[cfg(feature = "meter")]
mod meter;
mod quick_xml;
mod serde_json;

use std::error::Error;

pub use self::bson::Bson;
pub use self::codec::{Codec, codec, unpanicked};
pub use self::quick_xml::QuickXml;
pub use self::serde_json::SerdeJson;
use crate::contract::Format;
use crate::environment::locked_version;
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

    /// Called before each window of a run, for engines that must make something ready.
    #[cfg(feature = "meter")]
    fn prepare<T: Object>() {}
}

/// Is shown engines, each by its type.
pub trait Visitor {
    /// One engine.
    fn visit<E: Engine>(&mut self);
}

/// The registry: a new engine is its file and its line here. The first of a format is its default.
pub fn registry(visitor: &mut impl Visitor) {
    visitor.visit::<SerdeJson>();
    visitor.visit::<Bson>();
    visitor.visit::<QuickXml>();
    #[cfg(feature = "meter")]
    meter::registry(visitor);
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
            version: version(E::LIBRARY),
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

/// The version of an engine's library; the meter's engines are this server's own.
fn version(library: &str) -> &'static str {
    #[cfg(feature = "meter")]
    if library == meter::LIBRARY {
        return env!("CARGO_PKG_VERSION");
    }
    locked_version(library).expect("an engine's library is a dependency in Cargo.toml")
}

/// Every engine, checked against the goldens.
pub struct Engines(Vec<Registered>);

impl Engines {
    /// Builds the registry and checks each engine for each object type; takes some milliseconds.
    pub fn checked() -> Self {
        let mut checked = Self(Vec::new());
        registry(&mut checked);
        for format in Format::ALL {
            if let Some(first) = checked.0.iter_mut().find(|engine| engine.format == format) {
                first.default = true;
            }
        }
        checked
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

    /// The same, but one of them fails its goldens for every object type.
    #[cfg(test)]
    #[must_use]
    pub fn failing(mut self, name: &str) -> Self {
        let engine = self.0.iter_mut().find(|engine| engine.name == name).expect("it is registered");
        let gone = engine.codecs.drain(..).map(|codec| format!("{}: by a test", codec.object_type().name));
        engine.failing.extend(gone);
        self
    }

    /// What a request may call the engines of a format.
    pub fn names(&self, format: Format) -> Vec<&'static str> {
        self.0.iter().filter(|engine| engine.format == format).map(|engine| engine.name).collect()
    }
}

impl Visitor for Engines {
    fn visit<E: Engine>(&mut self) {
        self.0.push(Registered::of::<E>());
    }
}

#[cfg(test)]
mod tests;
