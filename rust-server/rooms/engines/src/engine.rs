//! What an engine is.

use std::error::Error;

use testbed_contract::Format;
use testbed_objects::Object;

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
