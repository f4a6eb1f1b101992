//! The default engines' libraries, and the bodies that they read.

use std::fs;

use serde::Deserialize;
use testbed_engines::{self as engines, Engine};
use testbed_objects::Object;

/// A format's library.
pub trait Format {
    /// Whether it reads doubles nearly, in this build.
    const NEARLY: bool = false;

    /// One body of each variant, as a provider gives them.
    fn bodies<T: Object>() -> Vec<Vec<u8>>;

    /// What the window times.
    fn read<'a, T: Deserialize<'a>>(body: &'a [u8]) -> T;
}

/// `serde_json`.
pub struct Json;
/// `bson`.
pub struct Bson;
/// `quick-xml`.
pub struct Xml;

impl Format for Json {
    const NEARLY: bool = cfg!(not(feature = "exact-doubles"));

    /// As they are stored: written anew, they would have what a nearly right reader made of them.
    fn bodies<T: Object>() -> Vec<Vec<u8>> {
        let file =
            format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../providers/objects/{}.variants.jsonl"), T::TYPE.name);
        let stored = fs::read_to_string(&file).unwrap_or_else(|why| panic!("{file}: {why}"));
        stored.lines().map(|line| line.as_bytes().to_vec()).collect()
    }

    fn read<'a, T: Deserialize<'a>>(body: &'a [u8]) -> T {
        serde_json::from_slice(body).expect("a variant is read")
    }
}

impl Format for Bson {
    fn bodies<T: Object>() -> Vec<Vec<u8>> {
        written::<engines::Bson, T>()
    }

    fn read<'a, T: Deserialize<'a>>(body: &'a [u8]) -> T {
        bson::deserialize_from_slice(body).expect("a variant is read")
    }
}

impl Format for Xml {
    fn bodies<T: Object>() -> Vec<Vec<u8>> {
        written::<engines::QuickXml, T>()
    }

    fn read<'a, T: Deserialize<'a>>(body: &'a [u8]) -> T {
        quick_xml::de::from_str(std::str::from_utf8(body).expect("a variant is UTF-8")).expect("a variant is read")
    }
}

/// One body of each variant, as an engine writes it.
pub fn written<E: Engine, T: Object>() -> Vec<Vec<u8>> {
    T::variants(None).map(|object| E::encode(object).expect("a variant is written")).collect()
}
