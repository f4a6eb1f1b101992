//! The object type `Row6`, made by `make objects` from `providers/objects/Row6.schema.json`.

use serde::{Deserialize, Serialize};

use crate::{Record, object};

/// A flat record of 6 short texts, the smaller one of the study of two `MongoDB` drivers.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Row6 {
    #[serde(default, skip_serializing)]
    record: Record,
    a_01: String,
    a_02: String,
    a_03: String,
    a_04: String,
    a_05: String,
    a_06: String,
}

object!(Row6, {
    "a01": Text,
    "a02": Text,
    "a03": Text,
    "a04": Text,
    "a05": Text,
    "a06": Text,
});
