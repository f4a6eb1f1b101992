//! The object type `PersonName`, made by `make objects` from `providers/objects/PersonName.schema.json`.

use crate::{object, record};

record! {
    /// The smallest record that a service sends: a name, as the study of JSON and XML in transfer shows it.
    pub struct PersonName {
        firstname: String,
        lastname: String,
    }
}

object!(PersonName, {
    "firstname": Text,
    "lastname": Text,
});
