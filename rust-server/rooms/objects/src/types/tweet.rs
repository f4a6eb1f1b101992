//! The object type `Tweet`, made by `make objects` from `providers/objects/Tweet.schema.json`.

use serde::{Deserialize, Serialize};

use crate::{Record, object};

/// A post of at most 140 characters, of the study of Cassandra and Couchbase.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tweet {
    #[serde(default, skip_serializing)]
    record: Record,
    id: i64,
    author: String,
    body: String,
}

object!(Tweet, {
    "id": Int64,
    "author": Text,
    "body": Text,
}, scales "body" to [916, 15_355, 61_558, 246_370]);
