//! What an engine is.

use std::error::Error;

use super::checks::DERIVED_READERS;
use testbed_contract::{Checks, Format};
use testbed_objects::Object;

/// Why an engine did not take some bytes, or could not write an object; its text is the library's.
pub type Refusal = Box<dyn Error + Send + Sync>;

/// The series of an engine whose readers are written by hand: they look at what equal checks ask for.
#[cfg(any(test, feature = "by-hand"))]
pub const BY_HAND: &[Checks] = &[Checks::Usual, Checks::Equal];

/// A library that reads and writes one format.
pub trait Engine: 'static {
    /// What requests call it.
    const NAME: &'static str;
    /// The crate whose version is announced; this server where it is of no library.
    const LIBRARY: &'static str;
    /// What it reads and writes.
    const FORMAT: Format;
    /// The series that it is in.
    const CHECKS: &'static [Checks];
    /// Each setting by which it differs from what its library's documentation begins with, and what it is there for.
    const SETTINGS: &'static [&'static str];
    /// The same of its readers.
    const READERS: &'static [&'static str] = DERIVED_READERS;

    /// Whether its library's writer is timed, too, which writes the canonical bytes.
    const WRITES: bool = false;
    /// Each setting of the writer by which it differs from what its library's documentation begins with, and what it is there for.
    const WRITER: &'static [&'static str] = &[];

    /// Whether it has a reader of an object type: where readers are written by hand, a type may have none.
    fn reads<T: Object>() -> bool {
        true
    }

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

    /// Whether it writes into the bytes that it reads: a body is parsed once then.
    const IN_PLACE: bool = false;

    /// The same as `decode` of bytes that it may write into. A run calls this one.
    ///
    /// # Errors
    /// As of `decode`.
    fn decode_in_place<T: Object>(bytes: &mut [u8]) -> Result<T, Refusal> {
        Self::decode(bytes)
    }

    /// Told before a window of a run what the body holds. Who parses has no use for it; a floor builds that object.
    fn expect<T: Object>(_object: &'static T) {}
}

/// A field that must be there.
///
/// # Errors
/// It is not.
pub fn there<V>(slot: Option<V>, name: &str) -> Result<V, Refusal> {
    slot.ok_or_else(|| format!("{name} is missing").into())
}

/// Is shown engines, each by its type.
pub trait Visitor {
    /// One engine.
    fn visit<E: Engine>(&mut self);
}
