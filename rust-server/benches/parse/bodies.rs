//! The bodies of an object type, as a provider gives them, and their windows.

use std::marker::PhantomData;
use std::time::Duration;

use testbed_engines::Engine;
use testbed_measure::{window, window_in_place};
use testbed_objects::Object;

/// One body of each variant, in order of index, over and over.
pub struct Bodies<E, T> {
    all: Vec<Vec<u8>>,
    next: usize,
    parsed: PhantomData<fn() -> (E, T)>,
}

impl<E: Engine, T: Object> Bodies<E, T> {
    /// All of them, written by the engine, once each has proved to decode to its object.
    pub fn new() -> Self {
        let body = |object: &'static T| {
            let body = E::encode(object).expect("a registered object type can be written");
            E::expect(object);
            let decoded = E::decode::<T>(&body).expect("an engine reads what it wrote");
            assert!(decoded == *object, "{} decodes its own bytes to another object", E::NAME);
            body
        };
        Self { all: T::variants(None).iter().map(body).collect(), next: 0, parsed: PhantomData }
    }

    /// The window of the next body's parse; the object is dropped after it.
    pub fn window(&mut self) -> Duration {
        let body = &self.all[self.next];
        E::expect(&T::variants(None)[self.next]);
        self.next = (self.next + 1) % self.all.len();
        if E::IN_PLACE {
            return window_in_place(&mut body.clone(), E::decode_in_place::<T>).0;
        }
        window(&body[..], E::decode::<T>).0
    }
}
