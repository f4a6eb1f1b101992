//! The object type `Tree`, made by `make objects` from `providers/objects/Tree.schema.json`.

use serde::{Deserialize, Serialize};

use crate::{Record, object};

/// A tree of ten levels: what nesting costs.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    #[serde(default, skip_serializing)]
    record: Record,
    name: String,
    weight: f64,
    open: bool,
    #[serde(default)]
    children: Vec<Level2>,
}

/// A node 2 levels deep.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level2 {
    #[serde(default, skip_serializing)]
    record: Record,
    name: String,
    weight: f64,
    open: bool,
    #[serde(default)]
    children: Vec<Level3>,
}

/// A node 3 levels deep.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level3 {
    #[serde(default, skip_serializing)]
    record: Record,
    name: String,
    weight: f64,
    open: bool,
    #[serde(default)]
    children: Vec<Level4>,
}

/// A node 4 levels deep.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level4 {
    #[serde(default, skip_serializing)]
    record: Record,
    name: String,
    weight: f64,
    open: bool,
    #[serde(default)]
    children: Vec<Level5>,
}

/// A node 5 levels deep.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level5 {
    #[serde(default, skip_serializing)]
    record: Record,
    name: String,
    weight: f64,
    open: bool,
    #[serde(default)]
    children: Vec<Level6>,
}

/// A node 6 levels deep.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level6 {
    #[serde(default, skip_serializing)]
    record: Record,
    name: String,
    weight: f64,
    open: bool,
    #[serde(default)]
    children: Vec<Level7>,
}

/// A node 7 levels deep.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level7 {
    #[serde(default, skip_serializing)]
    record: Record,
    name: String,
    weight: f64,
    open: bool,
    #[serde(default)]
    children: Vec<Level8>,
}

/// A node 8 levels deep.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level8 {
    #[serde(default, skip_serializing)]
    record: Record,
    name: String,
    weight: f64,
    open: bool,
    #[serde(default)]
    children: Vec<Level9>,
}

/// A node 9 levels deep.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level9 {
    #[serde(default, skip_serializing)]
    record: Record,
    name: String,
    weight: f64,
    open: bool,
    #[serde(default)]
    children: Vec<Level10>,
}

/// A node 10 levels deep.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level10 {
    #[serde(default, skip_serializing)]
    record: Record,
    name: String,
    weight: f64,
    open: bool,
}

object!(Tree, {
    "name": Text,
    "weight": Double,
    "open": Boolean,
    "children": [{
        "name": Text,
        "weight": Double,
        "open": Boolean,
        "children": [{
            "name": Text,
            "weight": Double,
            "open": Boolean,
            "children": [{
                "name": Text,
                "weight": Double,
                "open": Boolean,
                "children": [{
                    "name": Text,
                    "weight": Double,
                    "open": Boolean,
                    "children": [{
                        "name": Text,
                        "weight": Double,
                        "open": Boolean,
                        "children": [{
                            "name": Text,
                            "weight": Double,
                            "open": Boolean,
                            "children": [{
                                "name": Text,
                                "weight": Double,
                                "open": Boolean,
                                "children": [{
                                    "name": Text,
                                    "weight": Double,
                                    "open": Boolean,
                                    "children": [{
                                        "name": Text,
                                        "weight": Double,
                                        "open": Boolean,
                                    }],
                                }],
                            }],
                        }],
                    }],
                }],
            }],
        }],
    }],
});
