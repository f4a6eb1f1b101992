//! The object type `Tweet`, made by `make objects` from `providers/objects/Tweet.schema.json`.

use crate::{object, record};

record! {
    /// A post of at most 140 characters, of the study of Cassandra and Couchbase.
    pub struct Tweet {
        id: i64,
        author: String,
        body: String,
    }
}

object!(Tweet, {
    "id": Int64,
    "author": Text,
    "body": Text,
}, scales "body" to [916, 15_355, 61_558, 246_370]);
