//! What must hold of any bytes whatever, for every object type that their format carries.

use testbed_engines::{Engine, SerdeJson};
use testbed_contract::Format;
use testbed_guard::guard;
use testbed_objects::Object;

/// Gives a body to the guard and, where that passes it, to an engine, as the server does.
///
/// # Panics
/// What was read cannot be written, or does not read back as the same object, in the engine's format or as canonical JSON.
pub fn check<E: Engine>(body: &[u8]) {
    testbed_objects::registry(&mut Body::<E>(body, std::marker::PhantomData));
}

struct Body<'a, E>(&'a [u8], std::marker::PhantomData<E>);

impl<E: Engine> testbed_objects::Visitor for Body<'_, E> {
    fn visit<T: Object>(&mut self) {
        if T::TYPE.carried(E::FORMAT).is_err() || guard(E::FORMAT, T::TYPE, self.0).is_err() {
            return;
        }
        // What the guard passes an engine may refuse, but neither panic over nor end the process for.
        let Ok(object) = E::decode::<T>(self.0) else { return };
        let written = E::encode(&object).expect("what was read can be written");
        assert_eq!(E::decode::<T>(&written).expect("what was written can be read"), object);
        // The answer of POST /decode, which is worth nothing unless every server reads it.
        let canonical = SerdeJson::encode(&object).expect("what was read has canonical JSON");
        assert_eq!(guard(Format::Json, T::TYPE, &canonical), Ok(()));
        assert_eq!(SerdeJson::decode::<T>(&canonical).expect("canonical JSON can be read"), object);
    }
}
