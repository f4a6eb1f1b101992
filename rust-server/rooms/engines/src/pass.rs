//! Passes: what it costs to read each byte of a body once. As floors they are in no series.

use std::any::Any;
use std::cell::RefCell;
use std::hint::black_box;
use std::marker::PhantomData;

use super::codec::{decode, encode};
use super::floor::LIBRARY;
use super::{Engine, Refusal, Visitor};
use testbed_contract::{Checks, Format};
use testbed_guard::utf_8;
use testbed_objects::Object;

/// Reads the body once, and gives an object that was built before the window.
///
/// Outside of runs, and for writing, it is the engine `E`.
pub struct Pass<E>(PhantomData<E>);

/// Shows a visitor the pass of each engine that it is shown itself.
pub struct Passes<'v, V>(pub &'v mut V);

impl<V: Visitor> Visitor for Passes<'_, V> {
    fn visit<E: Engine>(&mut self) {
        self.0.visit::<Pass<E>>();
    }
}

thread_local! {
    /// An `Option` of the object that the next window on this thread gives. It stays where it is, since its release would be a part of the window.
    static KEPT: RefCell<Box<dyn Any>> = RefCell::new(Box::new(()));
}

/// The object that was built for this window, if one was.
fn kept<T: Object>() -> Option<T> {
    KEPT.with_borrow_mut(|kept| kept.downcast_mut().and_then(Option::take))
}

impl<E: Engine> Engine for Pass<E> {
    const NAME: &'static str = E::FORMAT.pass();
    const LIBRARY: &'static str = LIBRARY;
    const FORMAT: Format = E::FORMAT;
    const CHECKS: &'static [Checks] = &[];
    const READERS: &'static [&'static str] = &[];
    const SETTINGS: &'static [&'static str] = if E::FORMAT.is_text() {
        &["parses nothing: checks that the bytes are UTF-8, and gives a kept object"]
    } else {
        &["parses nothing: adds up the bytes, and gives a kept object"]
    };

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        let Some(object) = kept() else { return decode::<E, T>(bytes) };
        if E::FORMAT.is_text() {
            utf_8(bytes).map_err(|at| format!("byte {at} is not UTF-8"))?;
        } else {
            black_box(bytes.iter().map(|&byte| u64::from(byte)).sum::<u64>());
        }
        Ok(object)
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        encode::<E, T>(object)
    }

    fn expect<T: Object>(object: &'static T) {
        KEPT.with_borrow_mut(|kept| match kept.downcast_mut() {
            Some(slot) => *slot = Some(object.clone()),
            None => *kept = Box::new(Some(object.clone())),
        });
    }
}
