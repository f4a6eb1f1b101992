//! The object type `User`, made by `make objects` from `providers/objects/User.schema.json`.

use crate::{absent, object, record};

record! {
    /// A user of a microblog with the names of 25 followers, of the study of Cassandra and Couchbase.
    pub struct User {
        username: String,
        #[serde(default = "absent")]
        followers: Vec<String>,
    }
}

object!(User, {
    "username": Text,
    "followers": [Text],
});
