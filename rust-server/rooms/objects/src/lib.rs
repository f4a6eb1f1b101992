//! The object types: what is parsed. `types` holds a file for each and their list, made from the schemas in `providers/objects`.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod alike;
mod choice;
mod kind;
mod map;
mod presence;
mod record;
mod types;

use std::fmt::Debug;
use std::sync::OnceLock;

use include_dir::{Dir, File, include_dir};
use serde::Serialize;
use serde::de::DeserializeOwned;

use self::alike::variants_alike;
use self::choice::enumeration;
pub use self::kind::{Field, Kind, Presence};
use self::kind::{fields, kind, may_be_null, presence};
use self::map::Map;
use self::presence::nullable;
pub use self::presence::optional;
pub use self::record::ByName;
pub use self::types::*;
use testbed_contract::Format;

/// The objects as they lay in `providers/` when the server was built; at run time nothing is read.
static OBJECTS: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../../providers/objects");
/// The golden bytes, likewise.
static GOLDEN: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../../providers/golden");

/// How many variants there are of each type.
pub const VARIANTS: u32 = 1024;

/// A type of object and its data.
pub trait Object: Serialize + DeserializeOwned + PartialEq + Debug + Send + Sync + 'static {
    /// Its number and name.
    const TYPE: ObjectType;

    /// Where its variants lie once they are loaded.
    fn loaded() -> &'static OnceLock<Vec<Self>>;

    /// All variants, by index; 0 is the canonical object. The first call loads or makes them, which takes some milliseconds.
    ///
    /// # Panics
    /// The type's data are none of its objects, which a test of the engines would have found before.
    fn variants() -> &'static [Self] {
        Self::loaded().get_or_init(|| match Self::TYPE.data() {
            Data::Variants(lines) => lines.lines().map(|line| read(line.as_bytes())).collect(),
            Data::Canonical(object) => {
                let object = read(object.as_bytes());
                let made = variants_alike(Self::TYPE.name, &object, Self::TYPE.fields, VARIANTS);
                made.map(|made| read(made.to_string().as_bytes())).collect()
            }
        })
    }

    /// Variant 0, read on its own.
    ///
    /// # Panics
    /// As `variants`.
    fn canonical() -> Self {
        match Self::TYPE.data() {
            Data::Variants(lines) => read(lines.lines().next().unwrap_or_default().as_bytes()),
            Data::Canonical(object) => read(object.as_bytes()),
        }
    }

    /// The canonical bytes of variant 0.
    fn golden(format: Format) -> &'static [u8] {
        Self::TYPE.golden(format)
    }
}

/// What `providers/objects` holds of a type, as JSON.
enum Data {
    /// Its variants, one a line.
    Variants(&'static str),
    /// The canonical object, of which the others are made.
    Canonical(&'static str),
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
    /// Whether any of them may be null, at whatever depth.
    pub may_be_null: bool,
    /// The formats that cannot carry it, each with the reason.
    pub uncarried: &'static [(Format, &'static str)],
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

    /// Why a format cannot carry it, if it cannot.
    pub fn uncarried(&self, format: Format) -> Option<&'static str> {
        self.uncarried.iter().find(|known| known.0 == format).map(|known| known.1)
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

    fn data(&self) -> Data {
        let text = |file: &str| OBJECTS.get_file(file).and_then(File::contents_utf8);
        let object = format!("{}.json", self.name);
        let variants = text(&format!("{}.variants.jsonl", self.name)).map(Data::Variants);
        variants
            .or_else(|| text(&object).map(Data::Canonical))
            .unwrap_or_else(|| panic!("providers/objects/{object} is not in the build, and a type has at least that"))
    }
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

/// Implements `Object` for a type whose data lie in `providers/` under its name. What its fields hold is told for the guard and for its variants; for a
/// format that cannot carry the type, why.
macro_rules! object {
    ($name:ident $(= $number:literal)?, { $($fields:tt)+ } $(, not in $format:ident: $why:literal)*) => {
        impl $crate::Object for $name {
            const TYPE: $crate::ObjectType = {
                const FIELDS: &[$crate::Field] = $crate::fields!($($fields)+);
                $crate::ObjectType {
                    name: stringify!($name),
                    names: &[$(stringify!($number),)? stringify!($name)],
                    fields: FIELDS,
                    may_be_null: $crate::may_be_null(FIELDS),
                    uncarried: &[$((::testbed_contract::Format::$format, $why)),*],
                }
            };

            fn loaded() -> &'static std::sync::OnceLock<Vec<Self>> {
                static VARIANTS: std::sync::OnceLock<Vec<$name>> = std::sync::OnceLock::new();
                &VARIANTS
            }
        }
    };
}

use {object, object_types};
