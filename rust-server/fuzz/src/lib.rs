//! What must hold of any bytes whatever, for every object type that their format carries.

use testbed_engines::{Engine, SerdeJson};
use testbed_contract::Format;
use testbed_guard::Guard;
use testbed_objects::Object;

/// Gives a body to the guard and, where that passes it, to an engine, as the server does. Where it is the field table that refuses it, an engine must do so, too.
///
/// # Panics
/// Guard and engine disagree; or what was read cannot be written, or does not read back as the same object, in the engine's format or as canonical JSON.
pub fn check<E: Engine>(body: &[u8]) {
    testbed_objects::registry(&mut Body::<E>(body, std::marker::PhantomData));
}

struct Body<'a, E>(&'a [u8], std::marker::PhantomData<E>);

impl<E: Engine> testbed_objects::Visitor for Body<'_, E> {
    fn visit<T: Object>(&mut self) {
        if T::TYPE.carried(E::FORMAT).is_err() {
            return;
        }
        if let Err(why) = Guard::new(E::FORMAT, T::TYPE).check(self.0) {
            let read = why.is_of_the_table() && E::decode::<T>(self.0).is_ok();
            assert!(!read, "the engine reads what is no {}: {why}", T::TYPE.name);
            return;
        }
        let object = E::decode::<T>(self.0).expect("what the guard passes the engine reads");
        let written = E::encode(&object).expect("what was read can be written");
        assert_eq!(E::decode::<T>(&written).expect("what was written can be read"), object);
        // The answer of POST /decode, which is worth nothing unless every server reads it.
        let canonical = SerdeJson::encode(&object).expect("what was read has canonical JSON");
        assert_eq!(Guard::new(Format::Json, T::TYPE).check(&canonical), Ok(()));
        assert_eq!(SerdeJson::decode::<T>(&canonical).expect("canonical JSON can be read"), object);
    }
}
