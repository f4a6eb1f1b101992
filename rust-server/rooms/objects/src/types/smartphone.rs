//! The object type `Smartphone`, made by `make objects` from `providers/objects/Smartphone.schema.json`.

use crate::{object, record};

record! {
    /// A product's record of 8 fields, of the study of replicated document stores.
    pub struct Smartphone {
        #[serde(rename = "Name")]
        name: String,
        #[serde(rename = "Network")]
        network: String,
        #[serde(rename = "Display")]
        display: String,
        #[serde(rename = "CPU")]
        cpu: String,
        #[serde(rename = "MemoryCard")]
        memory_card: String,
        #[serde(rename = "MainCamera")]
        main_camera: String,
        #[serde(rename = "Battery")]
        battery: String,
        #[serde(rename = "Price")]
        price: i32,
    }
}

object!(Smartphone, {
    "Name": Text,
    "Network": Text,
    "Display": Text,
    "CPU": Text,
    "MemoryCard": Text,
    "MainCamera": Text,
    "Battery": Text,
    "Price": Int32,
});
