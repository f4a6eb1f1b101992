//! The object type `Tree`, made by `make objects` from `providers/objects/Tree.schema.json`.

use crate::{absent, object, record};

record! {
    /// A tree of ten levels: what nesting costs.
    pub struct Tree {
        name: String,
        weight: f64,
        open: bool,
        #[serde(default = "absent")]
        children: Vec<Level2>,
    }
}

record! {
    /// A node 2 levels deep.
    pub struct Level2 {
        name: String,
        weight: f64,
        open: bool,
        #[serde(default = "absent")]
        children: Vec<Level3>,
    }
}

record! {
    /// A node 3 levels deep.
    pub struct Level3 {
        name: String,
        weight: f64,
        open: bool,
        #[serde(default = "absent")]
        children: Vec<Level4>,
    }
}

record! {
    /// A node 4 levels deep.
    pub struct Level4 {
        name: String,
        weight: f64,
        open: bool,
        #[serde(default = "absent")]
        children: Vec<Level5>,
    }
}

record! {
    /// A node 5 levels deep.
    pub struct Level5 {
        name: String,
        weight: f64,
        open: bool,
        #[serde(default = "absent")]
        children: Vec<Level6>,
    }
}

record! {
    /// A node 6 levels deep.
    pub struct Level6 {
        name: String,
        weight: f64,
        open: bool,
        #[serde(default = "absent")]
        children: Vec<Level7>,
    }
}

record! {
    /// A node 7 levels deep.
    pub struct Level7 {
        name: String,
        weight: f64,
        open: bool,
        #[serde(default = "absent")]
        children: Vec<Level8>,
    }
}

record! {
    /// A node 8 levels deep.
    pub struct Level8 {
        name: String,
        weight: f64,
        open: bool,
        #[serde(default = "absent")]
        children: Vec<Level9>,
    }
}

record! {
    /// A node 9 levels deep.
    pub struct Level9 {
        name: String,
        weight: f64,
        open: bool,
        #[serde(default = "absent")]
        children: Vec<Level10>,
    }
}

record! {
    /// A node 10 levels deep.
    pub struct Level10 {
        name: String,
        weight: f64,
        open: bool,
    }
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
