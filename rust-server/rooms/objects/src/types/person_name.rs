//! The object type `PersonName`, made by `make objects` from `providers/objects/PersonName.schema.json`.

use serde::{Deserialize, Serialize};

use crate::{Record, object};

/// The smallest record that a service sends: a name, as the study of JSON and XML in transfer shows it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonName {
    #[serde(default, skip_serializing)]
    record: Record,
    firstname: String,
    lastname: String,
}

object!(PersonName, {
    "firstname": Text,
    "lastname": Text,
});
