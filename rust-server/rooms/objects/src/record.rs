//! A marker that makes a derived `Deserialize` refuse a list where a record is due.
//!
//! serde reads `[0, "a"]` as a struct by the order of its fields, where a format has lists. No other engine does, and strict decoding means the same
//! everywhere. As a struct's first field this marker is what such a list would have to fill, and nothing fills it. In a record it is absent, hence free.

use serde::de::{Deserialize, Deserializer, Error};

/// The first field of every record, with `#[serde(default, skip_serializing)]`.
#[derive(Debug, Default, PartialEq)]
pub struct Record;

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(D::Error::custom("expected a record of named fields, found a list, or a field named record"))
    }
}
