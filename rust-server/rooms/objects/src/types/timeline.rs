//! The object type `Timeline`, made by `make objects` from `providers/objects/Timeline.schema.json`.

use serde::{Deserialize, Serialize};

use crate::{Record, object};

/// The newest 50 posts of those whom a user follows, of the study of Cassandra and Couchbase.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timeline {
    #[serde(default, skip_serializing)]
    record: Record,
    owner: String,
    #[serde(default)]
    entries: Vec<Entry>,
}

/// A post as a timeline has it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default, skip_serializing)]
    record: Record,
    id: i64,
    author: String,
    body: String,
}

object!(Timeline, {
    "owner": Text,
    "entries": [{
        "id": Int64,
        "author": Text,
        "body": Text,
    }],
}, scales "entries" to [8, 120, 480, 1_921]);
