//! The object type `User`, made by `make objects` from `providers/objects/User.schema.json`.

use serde::{Deserialize, Serialize};

use crate::{Record, object};

/// A user of a microblog with the names of 25 followers, of the study of Cassandra and Couchbase.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct User {
    #[serde(default, skip_serializing)]
    record: Record,
    username: String,
    #[serde(default)]
    followers: Vec<String>,
}

object!(User, {
    "username": Text,
    "followers": [Text],
});
