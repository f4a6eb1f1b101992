//! The object types: what is parsed. `types` holds a file for each and their list, made from the schemas in `providers/objects`.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod kind;
mod record;
mod scalar;
mod types;

use std::fmt::Debug;
use std::sync::OnceLock;

use include_dir::{Dir, File, include_dir};
use serde::Serialize;
use serde::de::DeserializeOwned;

use self::kind::kind;
pub use self::kind::{Field, Kind};
use self::record::Record;
pub use self::scalar::Scalar;
pub use self::types::*;
use testbed_contract::Format;

/// The golden bytes as they lay in `providers/` when the server was built; at run time nothing is read.
static GOLDEN: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../../providers/golden");

/// How many variants `providers/` holds of each type.
pub const VARIANTS: u32 = 1024;

/// A type of object and its data.
pub trait Object: Serialize + DeserializeOwned + PartialEq + Debug + Send + Sync + 'static {
    /// Its number and name.
    const TYPE: ObjectType;
    /// Its variants as JSON, one a line, as they lay in `providers/` when the server was built.
    const LINES: &'static str;

    /// Where its variants lie once they are loaded.
    fn loaded() -> &'static OnceLock<Vec<Self>>;

    /// All variants, by index; 0 is the canonical object. The first call loads them, which takes some milliseconds.
    ///
    /// # Panics
    /// A line is no variant, which a test of the engines would have found before.
    fn variants() -> &'static [Self] {
        Self::loaded().get_or_init(|| Self::LINES.lines().map(read).collect())
    }

    /// Variant 0, read on its own.
    ///
    /// # Panics
    /// As `variants`.
    fn canonical() -> Self {
        read(Self::LINES.lines().next().unwrap_or_default())
    }

    /// The canonical bytes of variant 0.
    fn golden(format: Format) -> &'static [u8] {
        Self::TYPE.golden(format)
    }
}

/// An object type, as paths and requests name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectType {
    /// `NumericObject`, …
    pub name: &'static str,
    /// What paths may call it, the shortest first: the first two types have a number beside the name.
    pub names: &'static [&'static str],
    /// Its fields, in order.
    pub fields: &'static [Field],
    /// Those of them that are no text, at whatever depth, by name.
    pub scalars: &'static [(&'static str, Scalar)],
}

impl ObjectType {
    /// The type of this number or exact name.
    pub fn find(number_or_name: &str) -> Option<ObjectType> {
        OBJECT_TYPES.iter().copied().find(|known| known.names.contains(&number_or_name))
    }

    /// What a field of this name holds, unless it is text or a record.
    pub fn scalar(&self, name: &[u8]) -> Option<Scalar> {
        self.scalars.iter().find(|known| known.0.as_bytes() == name).map(|known| known.1)
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
}

fn read<T: Object>(line: &str) -> T {
    serde_json::from_str(line).expect("providers/objects holds this type's variants, as its test shows")
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

/// Implements `Object` for a type whose data lie in `providers/` under its name. What its fields hold is told for the guard.
macro_rules! object {
    ($name:ident $(= $number:literal)?, { $($field:literal: $kind:tt),+ $(,)? }) => {
        impl $crate::Object for $name {
            const TYPE: $crate::ObjectType = {
                const FIELDS: &[$crate::Field] = &[$(($field, $crate::kind!($kind))),+];
                $crate::ObjectType {
                    name: stringify!($name),
                    names: &[$(stringify!($number),)? stringify!($name)],
                    fields: FIELDS,
                    scalars: &$crate::scalar::scalars::<{ $crate::scalar::count(FIELDS) }>(FIELDS),
                }
            };

            const LINES: &'static str = include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../../providers/objects/",
                stringify!($name),
                ".variants.jsonl"
            ));

            fn loaded() -> &'static std::sync::OnceLock<Vec<Self>> {
                static VARIANTS: std::sync::OnceLock<Vec<$name>> = std::sync::OnceLock::new();
                &VARIANTS
            }
        }
    };
}

use {object, object_types};
