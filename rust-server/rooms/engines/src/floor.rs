//! Floors: what an object costs where nothing is parsed. They are in no series, and tell how far an engine is from the limit.

use std::any::Any;
use std::cell::Cell;
use std::marker::PhantomData;

use super::codec::{decode, encode};
use super::{Engine, Refusal, Visitor};
use testbed_contract::{Checks, Format};
use testbed_objects::Object;

/// Whose they are: no library's, but the server's.
pub const LIBRARY: &str = "rust-server";

/// Builds the object that the body holds from a kept one: each text, list, map and record is made anew.
///
/// Outside of runs, where nobody says what a body holds, and for writing, it is the engine `E`.
pub struct Floor<E>(PhantomData<E>);

/// Shows a visitor the floor of each engine that it is shown itself.
pub struct Floors<'v, V>(pub &'v mut V);

impl<V: Visitor> Visitor for Floors<'_, V> {
    fn visit<E: Engine>(&mut self) {
        self.0.visit::<Floor<E>>();
    }
}

thread_local! {
    /// What the next window on this thread builds.
    static EXPECTED: Cell<Option<&'static dyn Any>> = const { Cell::new(None) };
}

impl<E: Engine> Engine for Floor<E> {
    const NAME: &'static str = E::FORMAT.floor();
    const LIBRARY: &'static str = LIBRARY;
    const FORMAT: Format = E::FORMAT;
    const CHECKS: &'static [Checks] = &[];
    const SETTINGS: &'static [&'static str] = &["parses nothing: builds the object from kept parts"];
    const READERS: &'static [&'static str] = &[];

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        let expected = EXPECTED.take().and_then(|object| object.downcast_ref::<T>());
        expected.map_or_else(|| decode::<E, T>(bytes), |object| Ok(object.clone()))
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        encode::<E, T>(object)
    }

    fn expect<T: Object>(object: &'static T) {
        EXPECTED.set(Some(object));
    }
}
