//! The object type `Row6`, made by `make objects` from `providers/objects/Row6.schema.json`.

use crate::{object, record};

record! {
    /// A flat record of 6 short texts, the smaller one of the study of two `MongoDB` drivers.
    #[serde(rename_all = "camelCase")]
    pub struct Row6 {
        a_01: String,
        a_02: String,
        a_03: String,
        a_04: String,
        a_05: String,
        a_06: String,
    }
}

object!(Row6, {
    "a01": Text,
    "a02": Text,
    "a03": Text,
    "a04": Text,
    "a05": Text,
    "a06": Text,
});
