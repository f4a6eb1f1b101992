//! Every object type, a file each. Made by `make objects` from `providers/objects/*.schema.json`.

mod dummy_object;
mod numeric_object;

use crate::object_types;

pub use self::dummy_object::DummyObject;
pub use self::numeric_object::NumericObject;

object_types! {
    NumericObject,
    DummyObject,
}
