//! The object type `NameList`, made by `make objects` from `providers/objects/NameList.schema.json`.

use serde::{Deserialize, Serialize};

use crate::{Record, object};

/// A list of names: at `64KiB` the large object of the transfer study.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameList {
    #[serde(default, skip_serializing)]
    record: Record,
    #[serde(default)]
    names: Vec<Name>,
}

/// A person's name.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Name {
    #[serde(default, skip_serializing)]
    record: Record,
    firstname: String,
    lastname: String,
}

object!(NameList, {
    "names": [{
        "firstname": Text,
        "lastname": Text,
    }],
}, scales "names" to [24, 387, 1_547, 6_188]);
