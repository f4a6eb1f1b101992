//! The object type `NameList`, made by `make objects` from `providers/objects/NameList.schema.json`.

use crate::{absent, object, record};

record! {
    /// A list of names: at `64KiB` the large object of the transfer study.
    pub struct NameList {
        #[serde(default = "absent")]
        names: Vec<Name>,
    }
}

record! {
    /// A person's name.
    pub struct Name {
        firstname: String,
        lastname: String,
    }
}

object!(NameList, {
    "names": [{
        "firstname": Text,
        "lastname": Text,
    }],
}, scales "names" to [24, 387, 1_547, 6_188]);
