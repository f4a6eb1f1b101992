//! The object types: what is parsed. `types` holds a file for each and their list, made from the schemas in `providers/objects`.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod alike;
#[cfg(feature = "equal")]
mod choice;
#[cfg(not(feature = "equal"))]
mod derived;
mod excerpt;
mod kind;
#[cfg(feature = "equal")]
mod map;
#[cfg(feature = "equal")]
mod presence;
mod provided;
#[cfg(feature = "equal")]
mod record;
mod size;
mod types;
mod variants;

use std::fmt::Debug;
use std::sync::Arc;

use include_dir::{Dir, File, include_dir};
use serde::Serialize;
use serde::de::DeserializeOwned;

use self::alike::variant_alike;
#[cfg(feature = "equal")]
use self::choice::enumeration;
#[cfg(not(feature = "equal"))]
use self::derived::{Map, enumeration};
pub use self::excerpt::{DummyExcerpt, Excerpt, NumericExcerpt};
pub use self::kind::{Field, Kind, Presence};
use self::kind::{fields, kind, presence};
#[cfg(feature = "equal")]
use self::map::Map;
#[cfg(feature = "equal")]
pub use self::presence::{absent, by_place, is_by_place, nullable, optional, with_every_list};
use self::provided::PROVIDED;
#[cfg(feature = "equal")]
pub use self::record::ByName;
pub use self::size::{Scale, Size};
pub use self::types::*;
pub use self::variants::Variants;
use self::variants::stored;
use testbed_contract::Format;

/// The objects as they lay in `providers/` when the server was built; at run time nothing is read.
static OBJECTS: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../../providers/objects");
/// The golden bytes, likewise.
static GOLDEN: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../../providers/golden");

/// How many variants there are of each type.
pub const VARIANTS: u32 = 1024;

/// A type of object and its data.
pub trait Object: Clone + Serialize + DeserializeOwned + PartialEq + Debug + Send + Sync + 'static {
    /// Its number and name.
    const TYPE: ObjectType;

    /// Where its variants lie once they are made: its own, or those of a size.
    fn kept(size: Option<Size>) -> &'static Variants<Self>;

    /// A variant, of a size or its own; 0 is the canonical object. The first call makes it, which takes some milliseconds
    /// of a large one.
    ///
    /// # Panics
    /// The type's data are none of its objects, which a test of the engines would have found before; or it has no sizes,
    /// or not as many variants.
    fn variant(size: Option<Size>, index: usize) -> &'static Self {
        Self::kept(size).get(Self::TYPE.variants(size), index, || made(size, index).0)
    }

    /// All of them, by index.
    fn variants(size: Option<Size>) -> impl Iterator<Item = &'static Self> {
        (0..Self::TYPE.variants(size) as usize).map(move |index| Self::variant(size, index))
    }

    /// A variant of a size as a provider keeps it: for as long as there is room.
    fn provided(size: Size, index: usize) -> Arc<Self> {
        PROVIDED.get(size, index).unwrap_or_else(|| {
            let (object, json_bytes) = made(Some(size), index);
            let object = Arc::new(object);
            PROVIDED.keep(size, index, Arc::clone(&object), json_bytes);
            object
        })
    }

    /// Whether a provider keeps it.
    fn is_provided(size: Size, index: usize) -> bool {
        PROVIDED.get::<Self>(size, index).is_some()
    }

    /// Variant 0, read on its own.
    ///
    /// # Panics
    /// As `variants`.
    fn canonical() -> Self {
        read(Self::TYPE.canonical_json().as_bytes())
    }

    /// The canonical bytes of variant 0.
    fn golden(format: Format) -> &'static [u8] {
        Self::TYPE.golden(format)
    }
}

/// An object type, as paths and requests name it.
#[derive(Clone, Copy, Debug)]
pub struct ObjectType {
    /// `NumericObject`, …
    pub name: &'static str,
    /// What paths may call it, the shortest first: the first two types have a number beside the name.
    pub names: &'static [&'static str],
    /// Its fields, in order.
    pub fields: &'static [Field],
    /// The formats that cannot carry it, each with the reason.
    pub uncarried: &'static [(Format, &'static str)],
    /// By what it grows; without it, it has no sizes.
    pub scale: Option<Scale>,
}

/// No two have one name.
impl PartialEq for ObjectType {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl ObjectType {
    /// The type of this number or exact name.
    pub fn find(number_or_name: &str) -> Option<ObjectType> {
        OBJECT_TYPES.iter().copied().find(|known| known.names.contains(&number_or_name))
    }

    /// What `providers/objects` has of it in a file of this extension: `avsc`.
    pub fn described(&self, extension: &str) -> Option<&'static str> {
        contents(&format!("{}.{extension}", self.name))
    }

    /// Why a format cannot carry it, if it cannot.
    pub const fn uncarried(&self, format: Format) -> Option<&'static str> {
        let mut at = 0;
        while at < self.uncarried.len() {
            if self.uncarried[at].0 as u8 == format as u8 {
                return Some(self.uncarried[at].1);
            }
            at += 1;
        }
        None
    }

    /// Whether a format carries it.
    ///
    /// # Errors
    /// What whoever asks for it is told.
    pub fn carried(&self, format: Format) -> Result<(), String> {
        self.uncarried(format).map_or(Ok(()), |why| {
            Err(format!("{} cannot carry {}: {why}; ask for another format", format.name(), self.name))
        })
    }

    /// The canonical bytes of its variant 0.
    ///
    /// # Panics
    /// `providers/golden` had none of this format when the server was built; every start of a server looks.
    pub fn golden(&self, format: Format) -> &'static [u8] {
        let file = format!("{}.{}", self.name, format.lower_case());
        let golden = GOLDEN.get_file(&file).map(File::contents);
        golden.unwrap_or_else(|| {
            panic!("providers/golden/{file} is not in the build; run `make goldens` and build again")
        })
    }

    /// The SHA-256 in hex that is published of each variant's bytes, in order.
    pub fn digests(&self, format: Format) -> impl Iterator<Item = &'static str> {
        let file = format!("{}.{}.sha256", self.name, format.lower_case());
        let lines = GOLDEN.get_file(&file).and_then(File::contents_utf8).unwrap_or_default().lines();
        lines.filter_map(|line| line.split_once("  ").map(|(digest, _)| digest))
    }

    /// The same of the first bodies of a size, joined.
    pub fn digest_of_size(&self, format: Format, size: Size) -> Option<&'static str> {
        let of = format!("{}/{}.{}", self.name, size.name(), format.lower_case());
        let mut lines = GOLDEN.get_file("sizes.sha256").and_then(File::contents_utf8).unwrap_or_default().lines();
        lines.find_map(|line| line.split_once("  ").filter(|(_, name)| *name == of).map(|(digest, _)| digest))
    }

    /// How many variants it has, of a size or its own.
    pub fn variants(&self, size: Option<Size>) -> u32 {
        size.map_or(VARIANTS, Size::variants)
    }

    /// Whether it comes in sizes.
    ///
    /// # Errors
    /// What whoever asks for one is told.
    pub fn sized(&self) -> Result<Scale, String> {
        self.scale.ok_or_else(|| {
            let others: Vec<_> =
                OBJECT_TYPES.iter().filter(|known| known.scale.is_some()).map(|known| known.name).collect();
            format!("{} has no sizes; leave size out, or choose one of {}", self.name, others.join(", "))
        })
    }

    fn canonical_json(&self) -> &'static str {
        let file = format!("{}.json", self.name);
        contents(&file)
            .unwrap_or_else(|| panic!("providers/objects/{file} is not in the build, and a type has at least that"))
    }
}

/// What `providers/objects` has in a file.
fn contents(file: &str) -> Option<&'static str> {
    OBJECTS.get_file(file).and_then(File::contents_utf8)
}

/// A variant, and how many bytes its JSON has.
fn made<T: Object>(size: Option<Size>, index: usize) -> (T, usize) {
    if let (None, Some(line)) = (size, stored(&T::TYPE, index)) {
        return (read(line.as_bytes()), line.len());
    }
    let json = variant_alike(&T::TYPE, size, index, read(T::TYPE.canonical_json().as_bytes())).to_string();
    (read(json.as_bytes()), json.len())
}

/// Reads JSON of our own by the way that engines read it, so that no second reader of each type is compiled.
fn read<T: DeserializeOwned>(json: &[u8]) -> T {
    serde_json::from_slice(json).expect("providers/objects holds objects of this type, as its test shows")
}

/// Is shown object types, each by its type.
pub trait Visitor {
    /// One object type.
    fn visit<T: Object>(&mut self);
}

/// Builds the registry of these types.
macro_rules! object_types {
    ($($name:ident),+ $(,)?) => {
        /// Every object type.
        pub const OBJECT_TYPES: &[$crate::ObjectType] = &[$(<$name as $crate::Object>::TYPE),+];

        /// Shows every object type to a visitor.
        pub fn registry(visitor: &mut impl $crate::Visitor) {
            $(visitor.visit::<$name>();)+
        }
    };
}

/// By what a type grows, if it does.
macro_rules! scale {
    () => {
        None
    };
    ($field:literal, $lengths:expr) => {
        Some($crate::Scale { field: $field, lengths: $lengths })
    };
}

/// Implements `Object` for a type whose data lie in `providers/` under its name. What its fields hold is told for the guard and for its variants; for a
/// format that cannot carry the type, why.
macro_rules! object {
    (
        $name:ident $(= $number:literal)?,
        { $($fields:tt)+ }
        $(, scales $field:literal to $lengths:expr)?
        $(, not in $format:ident: $why:literal)*
    ) => {
        impl $crate::Object for $name {
            const TYPE: $crate::ObjectType = $crate::ObjectType {
                name: stringify!($name),
                names: &[$(stringify!($number),)? stringify!($name)],
                fields: $crate::fields!($($fields)+),
                uncarried: &[$((::testbed_contract::Format::$format, $why)),*],
                scale: $crate::scale!($($field, $lengths)?),
            };

            fn kept(size: Option<$crate::Size>) -> &'static $crate::Variants<Self> {
                static OWN: $crate::Variants<$name> = $crate::Variants::new();
                static SIZED: [$crate::Variants<$name>; $crate::Size::ALL.len()] =
                    [const { $crate::Variants::new() }; $crate::Size::ALL.len()];
                size.map_or(&OWN, |size| &SIZED[size as usize])
            }
        }
    };
}

use {object, object_types, scale};
