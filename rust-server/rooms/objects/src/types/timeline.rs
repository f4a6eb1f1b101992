//! The object type `Timeline`, made by `make objects` from `providers/objects/Timeline.schema.json`.

use crate::{absent, object, record};

record! {
    /// The newest 50 posts of those whom a user follows, of the study of Cassandra and Couchbase.
    pub struct Timeline {
        owner: String,
        #[serde(default = "absent")]
        entries: Vec<Entry>,
    }
}

record! {
    /// A post as a timeline has it.
    pub struct Entry {
        id: i64,
        author: String,
        body: String,
    }
}

object!(Timeline, {
    "owner": Text,
    "entries": [{
        "id": Int64,
        "author": Text,
        "body": Text,
    }],
}, scales "entries" to [8, 120, 480, 1_921]);
