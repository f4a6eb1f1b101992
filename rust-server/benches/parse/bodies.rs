//! The bodies of an object type, as a provider gives them, and their windows.

use std::env;
use std::marker::PhantomData;
use std::time::Duration;

use testbed_engines::Engine;
use testbed_guard::Guard;
use testbed_measure::{window, window_in_place};
use testbed_objects::Object;

/// Where the environment sets it, each body is guarded before its window and its object compared after it, as in a run.
const BENCH_CHECKED: &str = "BENCH_CHECKED";

/// One body of each variant, in order of index, over and over.
pub struct Bodies<E, T> {
    all: Vec<Vec<u8>>,
    next: usize,
    guard: Option<Guard>,
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
        let guard = env::var_os(BENCH_CHECKED).map(|_| Guard::new(E::FORMAT, T::TYPE));
        Self { all: T::variants(None).map(body).collect(), next: 0, guard, parsed: PhantomData }
    }

    /// The window of the next body's parse; the object is dropped after it.
    pub fn window(&mut self) -> Duration {
        let (body, due) = (&self.all[self.next], T::variant(None, self.next));
        self.next = (self.next + 1) % self.all.len();
        if let Some(guard) = &mut self.guard {
            guard.check(body).expect("an engine's own bytes pass");
        }
        E::expect(due);
        let (time, object) = if E::IN_PLACE {
            window_in_place(&mut body.clone(), E::decode_in_place::<T>)
        } else {
            window(&body[..], E::decode::<T>)
        };
        if self.guard.is_some() {
            assert!(object.is_ok_and(|object| object == *due), "{} decodes to another object", E::NAME);
        }
        time
    }
}
