//! What an engine of operation partial is.

use crate::Refusal;
use testbed_contract::{Format, Kind};
use testbed_objects::{DummyExcerpt, Excerpt, NumericExcerpt};

/// A library that reads three fields of an object in one format, and passes over the rest. It reads every excerpt that there is.
pub trait PartialEngine: Reads<NumericExcerpt> + Reads<DummyExcerpt> + 'static {
    /// What requests call it.
    const NAME: &'static str;
    /// The crate whose version is announced.
    const LIBRARY: &'static str;
    /// What it reads.
    const FORMAT: Format;
    /// How it comes to the fields.
    const KIND: Kind;
    /// Each setting by which it differs from what its library's documentation begins with, and what it is there for.
    const SETTINGS: &'static [&'static str];
    /// What it checks of the fields that it passes over.
    const SKIPPED: &'static str;
    /// Whether it writes into the bytes that it reads: a body is parsed once then.
    const IN_PLACE: bool = false;
}

/// How an engine reads an excerpt.
pub trait Reads<X: Excerpt> {
    /// Bytes in, an owned excerpt out; this alone is what the window times. What the library made beside it is released within.
    ///
    /// # Errors
    /// The library's, or that a field of the excerpt is missing or of another type.
    fn read(bytes: &[u8]) -> Result<X, Refusal>;

    /// The same of bytes that it may write into. A run calls this one where the engine is `IN_PLACE`.
    ///
    /// # Errors
    /// As of `read`.
    fn read_in_place(bytes: &mut [u8]) -> Result<X, Refusal> {
        Self::read(bytes)
    }
}

/// Is shown engines, each by its type.
pub trait Visitor {
    /// One engine.
    fn visit<E: PartialEngine>(&mut self);
}
